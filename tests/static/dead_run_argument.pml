// Rule: run reads its arguments.
// expect: verdict=assertion plain=13 reduced=10
byte g;
proctype P (byte x) {
  assert (x != 3)
}
init {
  byte y;
  y = 3;
  g = 1;
  run P (y);
  y = 4;
  g = 2
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
