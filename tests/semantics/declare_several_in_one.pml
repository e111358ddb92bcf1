// Rule: each variable of one declaration in the middle of a body takes a step.
// expect: verdict=verified states=44
byte n;
active proctype P () {
  n = 1;
  byte a = 2, b = n + 1, c;
  n = a + b + c;
  assert (n >= 4)
}
active proctype Q () {
  n = 5
}
