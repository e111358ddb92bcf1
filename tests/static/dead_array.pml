// Rule: an array is forgotten as a whole, when none of it is read any more.
// expect: verdict=verified plain=17 reduced=11
byte g;
active proctype P () {
  byte a[3];
  if
  :: a[0] = 1; g = 1
  :: a[1] = 1; g = 1
  :: a[2] = 1; g = 1
  fi;
  g = a[0] + a[1] + a[2];
  g = 2;
  g = 3
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
