// Rule: the pid of a dead process is given again.
// expect: verdict=verified states=15
byte log[3];
proctype Child (byte id) {
  log[id] = _pid
}
init {
  run Child (0);
  _nr_pr == 1;
  run Child (1);
  _nr_pr == 1;
  run Child (2);
  _nr_pr == 1;
  assert (log[0] == 1 && log[1] == 1 && log[2] == 1)
}
