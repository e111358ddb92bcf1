// Rule: initial values of locals may use parameters and earlier locals.
// expect: verdict=verified states=14
byte g;
proctype P (byte a, b) {
  byte c = a + b;
  byte d = c * 2;
  g = g + d
}
init {
  run P (1, 2);
  run P (3, 4)
}
