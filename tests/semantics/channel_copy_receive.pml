// Rule: c?<...> copies the oldest message and leaves it.
// expect: verdict=verified states=15
chan c = [2] of { byte, byte };
byte a, b;
active proctype P () {
  c!1, 2;
  c!3, 4
}
active proctype Q () {
  c?<a, b>;
  assert (a == 1 && b == 2 && len (c) > 0);
  c?<1, b>;
  c?a, b;
  c?a, b;
  assert (a == 3 && b == 4 && len (c) == 0)
}
