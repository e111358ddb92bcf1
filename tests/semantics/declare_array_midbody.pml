// Rule: an array declared in the middle of a body is set element by element or at once as SPIN counts it.
// expect: verdict=deadlock states=5
byte n;
active proctype P () {
  n = 1;
  byte a[2] = 3;
  n = a[0] + a[1];
  a[0] = 0
}
active proctype Q () {
  n == 6 -> n = 0
}
