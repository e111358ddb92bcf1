// Rule: `_' takes a field and forgets it.
// expect: verdict=verified states=11
chan c = [2] of { byte, byte };
byte v;
active proctype P () {
  c!1, 10;
  c!2, 20
}
active proctype Q () {
  c?_, v;
  assert (v == 10);
  c?_, _;
  v = 0
}
