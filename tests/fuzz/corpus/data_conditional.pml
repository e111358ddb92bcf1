byte x, y;
active proctype P () {
  y = (x > 0 -> 10 : 20);
  y = (x > 0 -> (y > 15 -> 1 : 2) : 3);
  assert (y >= 1 && y <= 3)
}
active proctype Q () {
  x = 1
}
