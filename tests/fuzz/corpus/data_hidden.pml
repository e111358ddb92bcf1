hidden byte scratch;
byte x;
active proctype P () {
  do
  :: x < 3 -> scratch = x; x++
  :: x == 3 -> scratch = 7; x = 0
  :: x == 2 -> break
  od
}
active proctype Q () {
  scratch = 9
}
