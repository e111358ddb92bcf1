// Rule: an atomic that sends to a full channel blocks in the middle.
// expect: verdict=verified states=9
chan c = [1] of { byte };
byte x;
active proctype P () {
  atomic {
    c!1;
    x = 1;
    c!2;
    x = 2
  }
}
active proctype Q () {
  byte v;
  c?v;
  assert (x >= 1);
  c?v
}
