// Whoever reads _last depends on every step of others: nothing may sleep.
// expect: safety = assertion
byte b;
active proctype First () {
  byte own;
  own = 1;
  own = 2
}
active proctype Second () {
  byte own;
  own = 1;
  b = _last;
  assert (b != 0)
}
