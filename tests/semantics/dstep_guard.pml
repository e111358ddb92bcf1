// Rule: a d_step waits for its first statement only.
// expect: verdict=verified states=11
byte x, y;
active proctype P () {
  d_step {
    y == 1 -> x = 1;
    x = 2
  }
}
active proctype Q () {
  x = 5;
  y = 1;
  y = 0;
  y = 1
}
