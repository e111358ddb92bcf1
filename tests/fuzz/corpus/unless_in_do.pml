byte x, a;
active proctype P () {
  do
  :: x < 3 ->
     { x++; a == 2 } unless { a == 1 -> a = 0 }
  :: x >= 3 -> break
  od
}
active proctype Q () {
  a = 1;
  a == 0 -> a = 2
}
