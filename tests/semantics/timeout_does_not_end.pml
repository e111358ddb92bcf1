// Rule: a timeout that can fire is no end state.
// expect: verdict=verified states=8
byte n;
active proctype P () {
  do
  :: n < 3 && timeout -> n++
  :: n == 3 -> break
  od
}
active proctype Q () {
end:
  n == 9
}
