// ... and through a rendezvous.
// expect: safety = assertion
chan c = [0] of { byte };
byte b;
active proctype Reader () {
  byte x;
  x = b;
  assert (x == 0);
}
active proctype Writer () { byte x; c?x; b = 1 }
active proctype Enabler () { byte x; x = 1; c!x }
