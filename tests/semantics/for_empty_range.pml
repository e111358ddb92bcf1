// Rule: a for whose upper bound is below the lower one does nothing.
// expect: verdict=verified states=17
short i, from = 3;
byte n;
active proctype P () {
  for (i : from .. 1) {
    n++
  }
  assert (n == 0 && i == 3);
  for (i : -2 .. 0) {
    n++
  }
  assert (n == 3)
}
