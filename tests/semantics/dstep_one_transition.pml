// Rule: a d_step is one step.
// expect: verdict=verified states=20
byte x, y;
active proctype P () {
  d_step {
    x = 1;
    y = x + 1;
    x = y * 2;
    y = 0
  };
  x = 0
}
active proctype Q () {
  y = x;
  assert (y == 0 || y == 4)
}
