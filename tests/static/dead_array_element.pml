// Rule: writing one element does not kill the others.
// expect: verdict=assertion plain=7 reduced=5
byte g;
active proctype P () {
  byte a[2];
  a[1] = 5;
  g = 1;
  a[0] = 3;
  g = a[0];
  assert (a[1] != 5)
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
