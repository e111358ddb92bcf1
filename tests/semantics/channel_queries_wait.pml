// Rule: a query is an expression that can be waited for.
// expect: verdict=verified states=15
chan c = [2] of { byte };
byte v;
active proctype P () {
  c!1;
  nfull (c) -> c!2;
  empty (c) -> c!3
}
active proctype Q () {
  full (c) -> c?v;
  nempty (c) -> c?v;
  nempty (c) -> c?v;
  assert (v == 3)
}
