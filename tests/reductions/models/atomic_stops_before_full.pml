// A process in an atomic stops where a channel is full: what it does depends
// on whether somebody has received before.
// expect: safety = assertion
chan c = [1] of { byte };
byte passed;
active proctype Sender () {
  c ! 1;
  atomic { passed = 1; c ! 2; passed = 2 }
}
active proctype Receiver () { byte got; c ? got; assert (passed != 1) }
