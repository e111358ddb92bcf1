// Rule: a finished process below a living one still counts in _nr_pr.
// expect: verdict=verified states=15
byte seen;
proctype Short () {
  skip
}
proctype Long () {
  seen == 1
}
init {
  atomic { run Short ();
  run Long () };
  assert (_nr_pr == 3);
  seen = 1;
  _nr_pr == 1 -> seen = 2
}
