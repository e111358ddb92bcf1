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
