// Rule: the value of a local that nobody will read is forgotten.
// expect: verdict=verified plain=15 reduced=10
byte g;
active proctype P () {
  byte t;
  g = 7;
  if
  :: t = 1
  :: t = 2
  :: t = 3
  fi;
  g = t;
  g = 0;
  g = 1
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
