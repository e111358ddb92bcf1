// timeout is not possible while a local step of another is.
// expect: safety = verified
byte x;
active proctype Waiter () { timeout; x = 1 }
active proctype Local () {
  byte own;
  own = 1;
  own = 2;
  assert (x == 0);
}
