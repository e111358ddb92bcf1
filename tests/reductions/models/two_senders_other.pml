// The other order.
// expect: safety = assertion
chan c = [2] of { byte };
active proctype A () { c!1 }
active proctype B () { c!2 }
active proctype Receiver () {
  byte x;
  c?x;
  assert (x == 2);
  c?x;
}
