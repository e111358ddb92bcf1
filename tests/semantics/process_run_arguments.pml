// Rule: the arguments of run are evaluated by the caller and cut to the types of the parameters.
// expect: verdict=verified states=13
byte g = 200;
proctype Child (byte a, b; bit c; short d) {
  assert (a == 144 && b == 255 && c == 0 && d == -1);
  g = a
}
init {
  run Child (g + g, g + 55, 2, 65535);
  g = 1
}
