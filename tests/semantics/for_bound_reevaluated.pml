// Rule: the upper bound of a for is evaluated on every pass.
// expect: verdict=verified states=48
byte i, n = 2, count;
active proctype P () {
  for (i : 1 .. n) {
    count++
  }
  assert (count <= 4)
}
active proctype Q () {
  n = 4
}
