// Rule: a d_step of local statements is merged, one with others begins a run.
// expect: verdict=assertion plain=35 reduced=20
byte g;
active proctype P () {
  byte x, i;
  d_step { g = 1; x = 1 };
  x = 2;
  d_step { i = 0; do :: i < 3 -> i++; x = x + i :: else -> break od };
  x = x + 1;
  g = x;
  assert (g != 9)
}
active proctype Q () {
  g = 0
}
