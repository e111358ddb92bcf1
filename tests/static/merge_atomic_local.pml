// Rule: an atomic of local statements is local, one with others is not.
// expect: verdict=deadlock,assertion plain=16 reduced=12
byte g, h;
active proctype P () {
  byte x;
  g = 1;
  atomic { x = 2; x = x + 1; x = x + 1 };
  g = 2;
  atomic { x = 2; x = x + 1; g = x };
  h = 1
}
active proctype Q () {
  g == 2;
  assert (false)
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g && h }
