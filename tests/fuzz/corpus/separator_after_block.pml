byte x, y;
active proctype P () {
  atomic { x = 1; x = 2 }
  do
  :: x < 4 -> x++
  :: else -> break
  od
  { x = 5 }
  d_step { x = 6; x = 7 }
  y = x
}
active proctype Q () {
  y = x
}
