// Rule: a channel can be a field of a message and be used by its receiver.
// expect: verdict=verified states=43
chan server = [1] of { byte, chan };
chan reply[2] = [1] of { byte };
active [2] proctype Client () {
  byte r;
  server!_pid, reply[_pid];
  reply[_pid]?r;
  assert (r == _pid + 1)
}
active proctype Server () {
  byte who;
  chan back;
end:
  do
  :: server?who, back -> back!(who + 1)
  od
}
