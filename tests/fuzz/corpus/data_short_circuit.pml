byte x, y;
active proctype P () {
  assert (x == 0 || 10 / x > 0);
  (x != 0 && 10 / x == 5);
  y = 1
}
active proctype Q () {
  x = 2
}
