// Rule: an index is read, also on the left of an assignment.
// expect: verdict=assertion plain=6 reduced=6
byte a[3];
byte g;
active proctype P () {
  byte i;
  i = 2;
  g = 1;
  a[i] = 1;
  assert (a[2] != 1)
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { a[_pid] && g }
