// Rule: a break out of an atomic option leaves the loop and the atomic.
// expect: verdict=verified states=44
byte x, y;
active proctype P () {
  do
  :: atomic { x < 4 -> x++; x++ }
  :: atomic { x >= 4 -> break }
  od;
  x = 0
}
active proctype Q () {
  y = x;
  assert (y % 2 == 0)
}
