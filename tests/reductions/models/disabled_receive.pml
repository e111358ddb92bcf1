// The same through a channel.
// expect: safety = assertion
chan c = [1] of { byte };
byte b;
active proctype Reader () {
  byte x;
  x = b;
  assert (x == 0);
}
active proctype Writer () { byte x; c?x; b = 1 }
active proctype Enabler () { c!1 }
