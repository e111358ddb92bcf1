// Rule: init and active processes get their pids in the order of the text.
// expect: verdict=verified states=121
byte x;
active proctype A () {
  assert (_pid == 0);
  x++
}
init {
  assert (_pid == 1);
  x++
}
active [2] proctype B () {
  assert (_pid == 2 || _pid == 3);
  x++
}
