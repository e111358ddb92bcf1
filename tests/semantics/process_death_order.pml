// Rule: only the process with the highest pid can die.
// expect: verdict=verified states=69
byte n;
proctype Child (byte steps) {
  do
  :: steps > 0 -> steps--; n++
  :: steps == 0 -> break
  od
}
init {
  run Child (2);
  run Child (1);
  n == 3;
  _nr_pr == 1;
  n = 0
}
