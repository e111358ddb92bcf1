typedef Port {
  chan in = [1] of { byte };
  byte count
};
Port port[2];
active [2] proctype P () {
  byte v;
  port[1 - _pid].in!(_pid + 3);
  port[_pid].in?v;
  port[_pid].count++;
  assert (v == 4 - _pid && port[_pid].count == 1)
}
