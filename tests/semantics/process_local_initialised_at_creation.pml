// Rule: a declaration at the top of a body is initialised when the process is made, without a step.
// expect: verdict=verified states=34
byte g = 3;
proctype P () {
  byte k = g;
  byte m = k + 1;
  g = m
}
init {
  run P ();
  g = 10;
  run P ();
  _nr_pr == 1
}
