// Rule: the initial value of an array declared in the middle of a body is for all its elements.
// expect: verdict=verified
// SPIN errs: it sets the first element only.
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
