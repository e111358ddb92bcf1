// One channel behind two parameters.
// expect: safety = assertion,deadlock
chan c = [1] of { byte };
proctype Receiver (chan from; byte wanted) {
  byte x;
  from?x;
  assert (x == wanted);
}
proctype Sender (chan to) { to!1 }
init {
  atomic {
    run Receiver (c, 1);
    run Receiver (c, 2);
    run Sender (c);
  }
}
