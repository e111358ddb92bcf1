// Rule: select with bounds that are not constant is a loop.
// expect: verdict=verified states=48
byte low = 2, high = 4, x;
active proctype P () {
  select (x : low .. high);
  assert (x >= 2 && x <= 5)
}
active proctype Q () {
  high = 5
}
