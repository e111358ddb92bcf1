// Rule: an atomic that begins with a rendezvous send waits outside until a partner comes.
// expect: verdict=verified states=10
chan c = [0] of { byte };
byte x, y;
active proctype P () {
  atomic {
    c!1;
    x = 1
  }
}
active proctype Q () {
  byte v;
  y = 1;
  y = 2;
  c?v;
  y = 3
}
