// Rule: a statement that leads to itself.
// expect: verdict=assertion plain=5 reduced=4
byte g;
active proctype P () {
  g = 1;
again:
  skip;
  goto again
}
active proctype Q () {
  g == 1;
  assert (false)
}
