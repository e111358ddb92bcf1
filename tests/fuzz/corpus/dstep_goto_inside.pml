byte x, y;
active proctype P () {
  d_step {
    x = 0;
again:
    x++;
    if
    :: x < 4 -> goto again
    :: else -> skip
    fi;
    y = x
  };
  assert (y == 4)
}
active proctype Q () {
  x = 2
}
