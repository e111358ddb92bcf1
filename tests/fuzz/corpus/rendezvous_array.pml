chan c[2] = [0] of { byte };
byte x;
active [2] proctype S () {
  c[_pid]!_pid
}
active proctype R () {
  c[1]?x;
  assert (x == 1);
  c[0]?x;
  assert (x == 0)
}
