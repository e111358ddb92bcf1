byte x, y;
active proctype P () {
  select (x : 1 .. 4);
  assert (x >= 1 && x <= 4);
  y = x
}
active proctype Q () {
  y = 9
}
