// Rule: else may stand at any place among the options.
// expect: verdict=verified states=43
byte x, y;
active proctype P () {
  do
  :: else -> y = 9; break
  :: x == 1 -> y = 1; x = 0
  :: x == 2 -> y = 2; x = 0
  od
}
active proctype Q () {
  x = 1;
  x = 2
}
