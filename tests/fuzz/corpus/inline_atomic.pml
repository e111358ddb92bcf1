byte x, y;
inline set (a, b) {
  x = a;
  y = b
}
active proctype P () {
  atomic {
    set (1, 1);
    set (2, 2)
  };
  d_step { set (3, 3) }
}
active proctype Q () {
  assert (x == y)
}
