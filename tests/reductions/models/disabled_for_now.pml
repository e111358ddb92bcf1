// What is disabled may be enabled by one who seems to have no part in it.
// expect: safety = assertion
byte a, b;
active proctype Enabler () { a = 1 }
active proctype Writer () { a == 1; b = 1 }
active proctype Reader () {
  byte x;
  x = b;
  assert (x == 0);
}
