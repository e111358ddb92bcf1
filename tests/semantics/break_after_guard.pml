// Rule: break behind a guard is folded into it.
// expect: verdict=verified states=40
byte x, y;
active proctype P () {
  do
  :: x < 3 -> x++
  :: x == 3 -> break
  od;
  y = 1
}
active proctype Q () {
  do
  :: y == 0 && x > 0 -> x--; break
  :: y == 1 -> break
  od
}
