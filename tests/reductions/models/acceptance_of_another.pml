// An acceptance cycle of one process, beside a loop of another.
// expect: acceptance = acceptance-cycle
// expect: acceptance fair = acceptance-cycle
byte x;
active proctype Idle () {
  byte own;
  do
  :: own = 1 - own
  od
}
active proctype Busy () {
  do
  :: x = 1;
accept:
     x = 0
  od
}
