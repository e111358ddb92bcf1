// Rule: a send to a full channel waits; no message is lost.
// expect: verdict=verified states=20
chan c = [1] of { byte };
byte sent;
active proctype P () {
  c!1;
  sent = 1;
  c!2;
  sent = 2;
  c!3;
  sent = 3
}
active proctype Q () {
  byte v;
  c?v;
  c?v;
  assert (v == 2)
}
