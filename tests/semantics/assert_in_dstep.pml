// Rule: assertions inside d_step are checked.
// expect: verdict=assertion states=9
byte x, y;
active proctype P () {
  d_step {
    x = 5;
    assert (y == 0);
    x = 0
  }
}
active proctype Q () {
  y = 1;
  y = 0
}
