// Rule: the fields of a message are matched and assigned from left to right.
// expect: verdict=verified states=11
mtype = { ack, data };
chan c = [2] of { mtype, byte, bool };
byte v;
bool flag;
active proctype P () {
  c!data, 7, true;
  c!ack, 9, false
}
active proctype Q () {
  c?data, v, flag;
  assert (v == 7 && flag);
  c?ack, v, flag;
  assert (v == 9 && !flag)
}
