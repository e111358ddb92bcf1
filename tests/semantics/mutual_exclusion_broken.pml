// Rule: without the turn two processes meet or wait for ever (a whole small model).
// expect: verdict=assertion states=73
bool want[2];
byte in;
active [2] proctype P () {
  !want[1 - _pid];
  want[_pid] = true;
  !want[1 - _pid] || in == 0;
  in++;
  assert (in == 1);
  in--;
  want[_pid] = false
}
