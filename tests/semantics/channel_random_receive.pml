// Rule: ?? takes the oldest message that matches, wherever it stands.
// expect: verdict=verified states=16
chan c = [3] of { byte, byte };
byte v;
active proctype P () {
  c!1, 10;
  c!2, 20;
  c!2, 21
}
active proctype Q () {
  c??2, v;
  assert (v == 20);
  c?1, v;
  assert (v == 10);
  c??2, v;
  assert (v == 21)
}
