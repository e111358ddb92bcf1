// Rule: nobody takes from a full channel: invalid end state.
// expect: verdict=deadlock states=8
chan c = [2] of { byte };
active [2] proctype P () {
  c!_pid;
  c!_pid
}
