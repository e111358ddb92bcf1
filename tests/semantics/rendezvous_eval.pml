// Rule: eval in a rendezvous receive selects the sender.
// expect: verdict=verified states=7
chan c = [0] of { byte, byte };
byte x;
active [2] proctype S () {
  c!_pid, 7
}
active proctype R () {
  byte want = 1;
  c?eval (want), x;
  want--;
  c?eval (want), x
}
