// A process in an atomic stops before a rendezvous for which nobody is ready:
// what it does depends on who arrives where.
// expect: safety = assertion
byte n, got;
chan c = [0] of { byte };
active proctype Sender () {
  atomic { n = 1; c ! 1 }
}
active proctype Receiver () {
  byte x;
  x = 1;
  c ? got
}
active proctype Observer () { end: n == 1 && got == 0; assert (false) }
