// A c_expr can have a guard too.
// expect: verdict=assertion states=9
byte x;

active proctype P () {
  do
  :: c_expr [now.x < 3] { now.x < 5 } -> x++
  :: x == 3 -> break
  od
}
