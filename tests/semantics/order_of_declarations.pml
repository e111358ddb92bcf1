// Rule: proctypes may be used before they are defined.
// expect: verdict=verified states=52
byte x;
init {
  run Later (2);
  run Later (3)
}
proctype Later (byte v) {
  x = x + v;
  run Last ()
}
proctype Last () {
  assert (x == 2 || x == 3 || x == 5)
}
