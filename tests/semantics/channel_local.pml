// Rule: every process has its own instance of a local channel.
// expect: verdict=verified states=31
byte total;
active [2] proctype P () {
  chan mine = [1] of { byte };
  byte v;
  mine!(_pid + 1);
  mine?v;
  assert (v == _pid + 1);
  total = total + v
}
