byte x, y;
active proctype P () {
  do
  :: x < 2 -> x++
  :: goto out
  od;
  x = 9;
out:
  y = x
}
active proctype Q () {
  x == 1;
  x = 0
}
