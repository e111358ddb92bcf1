// Rule: _last is the pid of the process that took the last step.
// expect: verdict=verified states=329
byte x, who;
active [2] proctype P () {
  x = 1;
  who = _last;
  assert (who == 0 || who == 1 || who == 2)
}
active proctype Q () {
  x = 2
}
