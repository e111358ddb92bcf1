// Rule: a rendezvous is one step of both processes.
// expect: verdict=verified states=9
chan c = [0] of { byte };
byte x;
active proctype P () {
  c!1;
  c!2;
  x = 5
}
active proctype Q () {
  byte v;
  c?v;
  c?v;
  assert (v == 2 && x != 9)
}
