// Rule: a declaration after a statement is a step at its place.
// expect: verdict=verified states=42
byte n;
active proctype P () {
  n = 1;
  byte a = n;
  n = 2;
  byte b = n + a;
  assert (b == 3 || b == 4 || b >= 5)
}
active proctype Q () {
  n++
}
