chan c = [3] of { byte, byte };
byte v;
active [2] proctype P () {
  c!_pid, _pid + 5;
  c??eval (1 - _pid), v
}
