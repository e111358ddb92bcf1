// Rule: a d_step as an option has the guard of its first statement.
// expect: verdict=verified states=23
byte x;
active [2] proctype P () {
  do
  :: d_step { x < 4 -> x++; x++ }
  :: d_step { x == 4 -> x++; x = x - 2 }
  :: x >= 3 -> break
  od
}
