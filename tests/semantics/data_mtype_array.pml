// Rule: arrays and fields can have the type mtype.
// expect: verdict=deadlock states=21
mtype = { idle, busy };
mtype state[2] = idle;
active [2] proctype P () {
  assert (state[_pid] == idle);
  state[_pid] = busy;
  state[1 - _pid] == busy;
  state[0] = idle
}
