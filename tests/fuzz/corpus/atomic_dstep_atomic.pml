byte x, y;
active proctype P () {
  atomic {
    x = 1;
    d_step {
      x++;
      d_step { x++; x++ };
      x++
    };
    x++;
    atomic { x++; d_step { x++ } }
  };
  assert (x == 8)
}
active proctype Q () {
  y = x;
  assert (y == 0 || y == 8)
}
