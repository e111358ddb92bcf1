// Rule: enabled (p) tells whether a process can run.
// expect: verdict=assertion states=17
byte x;
active proctype P () {
  x == 1;
  x = 2
}
active proctype Q () {
  byte before, after;
  before = enabled (0);
  x = 1;
  after = enabled (0);
  assert (before == 0 && after == 1)
}
