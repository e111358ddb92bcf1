// ... also when he is started by one who is started later.
// expect: safety = assertion
byte g;
proctype Later () { g = 1 }
proctype Late () { run Later () }
active proctype Reader () {
  byte x;
  x = g;
  assert (x == 0);
}
active proctype Starter () { run Late () }
