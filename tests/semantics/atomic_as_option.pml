// Rule: an atomic as an option is enabled when its first statement is.
// expect: verdict=deadlock states=19
byte x, y;
active proctype P () {
  do
  :: atomic { y == 1 -> x = 1; y = 2 }
  :: atomic { y == 0 -> x = 2; x = 3; y = 1 }
  :: atomic { y == 2 -> break }
  od
}
active proctype Q () {
  x == 3 -> x = 4
}
