// Rule: a receiver inside atomic goes on without interruption after the rendezvous.
// expect: verdict=verified states=6
chan c = [0] of { byte };
byte x;
active proctype P () {
  c!1;
  x = 4
}
active proctype Q () {
  byte v;
  atomic {
    c?v;
    x = 1;
    x = 2;
    x = 3
  }
}
