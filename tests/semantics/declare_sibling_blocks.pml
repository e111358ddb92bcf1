// Rule: equal names in blocks side by side are different variables.
// expect: verdict=verified states=43
byte g;
active proctype P () {
  { byte t = 1; g = t; t = 7 };
  { byte t; assert (t == 0); t = t + 9; g = g + t };
  assert (g == 10 || g == 11)
}
active proctype Q () {
  g++
}
