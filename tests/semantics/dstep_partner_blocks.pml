// Rule: a d_step that begins with the receive of a rendezvous may not wait later.
// expect: verdict=model-error
// blame: R(1) 11
byte x;
chan c = [0] of { byte };
active proctype S () { c!1 }
active proctype R () {
  byte y;
  d_step {
    c?y;
    x == y;
    x = 2
  }
}
