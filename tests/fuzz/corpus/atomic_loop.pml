byte x, y;
active proctype P () {
  atomic {
    do
    :: x < 6 -> x = x + 2
    :: x >= 6 -> break
    od
  };
  x = 0
}
active proctype Q () {
  y = x;
  assert (y == 0 || y == 6)
}
