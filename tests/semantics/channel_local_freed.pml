// Rule: a local channel is freed when its owner dies, and its place is used again.
// expect: verdict=verified states=15
byte n;
proctype Child () {
  chan mine = [1] of { byte };
  byte v;
  mine!(n + 1);
  mine?v;
  n = v
}
init {
  run Child ();
  _nr_pr == 1;
  run Child ();
  _nr_pr == 1;
  assert (n == 2)
}
