// Rule: an unsigned of n bits counts modulo two to the n.
// expect: verdict=verified states=57
unsigned a : 3 = 7;
unsigned b : 1;
unsigned w : 10 = 1000;
active proctype P () {
  a++;
  assert (a == 0);
  a--;
  assert (a == 7);
  a = 13;
  assert (a == 5)
}
active proctype Q () {
  b = 3;
  assert (b == 1);
  w = w + 100;
  assert (w == 76);
  w = -1;
  assert (w == 1023)
}
