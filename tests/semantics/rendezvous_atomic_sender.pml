// Rule: a sender inside atomic loses control at the rendezvous; the state is seen by all.
// expect: verdict=deadlock states=20
chan c = [0] of { byte };
byte x;
active proctype P () {
  atomic {
    x = 1;
    c!1;
    x = 2;
    x = 3
  }
}
active proctype Q () {
  byte v;
  c?v;
  x = 7
}
active proctype R () {
  x == 7 -> x = 8
}
