// Rule: a goto may jump inside a d_step.
// expect: verdict=verified states=15
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
