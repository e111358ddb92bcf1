// Who will be started later counts, too.
// expect: safety = assertion
byte g;
proctype Late () { g = 1 }
active proctype Starter () { run Late () }
active proctype Reader () {
  byte x;
  x = g;
  assert (x == 0);
}
