// Rule: equal names in two proctypes are two variables.
// expect: verdict=verified states=17
byte g = 1;
active proctype P () {
  byte k = g;
  g = k + 1;
  byte n = 3;
  n = n + g
}
active proctype Q () {
  byte k = 10;
  byte n = k;
  k = n + 1;
  assert (k == 11)
}
