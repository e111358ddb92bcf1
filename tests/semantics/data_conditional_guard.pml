// Rule: a conditional expression can be a guard, an index or a message.
// expect: verdict=verified states=9
chan c = [1] of { byte };
byte a[2], x, v;
active proctype P () {
  (x == 1 -> 1 : 0);
  a[(x == 1 -> 1 : 0)] = 7;
  c!(a[1] == 7 -> 4 : 5)
}
active proctype Q () {
  x = 1;
  c?v;
  assert (v == 4)
}
