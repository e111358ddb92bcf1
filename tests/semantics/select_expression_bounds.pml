// Rule: the bounds of select may be expressions.
// expect: verdict=verified states=17
byte n = 1, x;
active proctype P () {
  select (x : n + 1 .. n * 3);
  assert (x == 2 || x == 3);
  select (x : 0 .. n);
  assert (x < 2)
}
