// Rule: two equal options give one state.
// expect: verdict=verified states=39
byte x;
active proctype P () {
  do
  :: x < 3 -> x++
  :: x < 3 -> x = x + 1
  :: x >= 3 -> break
  od
}
active proctype Q () {
  x == 3 -> x = 0
}
