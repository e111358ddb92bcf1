// Rule: run is an expression; its value can be compared by the statement itself.
// expect: verdict=verified states=16
byte count;
proctype Child () {
  count++
}
init {
  run Child () -> count = count + 10;
  (run Child ());
  _nr_pr == 1
}
