// !! and ?? look into the buffer: sends and receives that would commute do not.
// expect: safety = assertion
chan c = [2] of { byte };
active proctype A () { c!!2 }
active proctype B () { c!!1 }
active proctype Receiver () {
  byte x;
  c?x;
  assert (x == 1);
  c??x;
}
