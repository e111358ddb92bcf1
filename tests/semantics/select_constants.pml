// Rule: select with constant bounds chooses in one step.
// expect: verdict=verified states=55
byte x, y;
active proctype P () {
  select (x : 1 .. 4);
  assert (x >= 1 && x <= 4);
  y = x
}
active proctype Q () {
  y = 9
}
