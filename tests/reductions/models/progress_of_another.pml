// Someone goes round without progress, someone else with.
// expect: progress = non-progress
// expect: progress fair = verified
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
progress:
     x = 0
  od
}
