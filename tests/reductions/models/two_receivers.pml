// A receive on a channel that others receive from is not independent.
// expect: safety = assertion,deadlock
chan c = [1] of { byte };
active proctype Sender () { c!1 }
active [2] proctype Receiver () {
  byte x;
  c?x;
  assert (_pid == 1);
}
