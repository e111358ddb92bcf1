// Rule: a rendezvous needs a receiver whose constants match.
// expect: verdict=verified states=11
chan c = [0] of { byte, byte };
byte x;
active proctype P () {
  c!1, 5;
  c!2, 6
}
active proctype Q () {
  byte v;
  c?1, v;
  x = x + v
}
active proctype R () {
  byte v;
  c?2, v;
  x = x + v
}
