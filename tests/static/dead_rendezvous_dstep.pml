// Rule: a receive that begins a d_step, and what the d_step reads.
// expect: verdict=assertion plain=8 reduced=8
chan c = [0] of { byte };
byte g;
active proctype S () {
  c!4
}
active proctype R () {
  byte x, y;
  y = 3;
  g = 1;
  d_step { c?x; g = x + y; x = 9 };
  assert (g != 7);
  g = 2
}
