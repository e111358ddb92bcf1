// Rule: a declaration in an inner block is an assignment that takes a step.
// expect: verdict=verified states=25
byte n, g;
active proctype P () {
  n = 1;
  {
    byte k = n + 4;
    g = k
  };
  assert (g == 5 || g == 6)
}
active proctype Q () {
  n == 1 -> n = 2
}
