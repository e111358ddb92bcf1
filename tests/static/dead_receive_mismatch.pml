// Rule: a receive that is not executed writes nothing.
// expect: verdict=assertion plain=7 reduced=6
chan c = [1] of { byte, byte };
byte g;
active proctype P () {
  byte x;
  x = 6;
  c!2, 2;
  if
  :: c?x, 1
  :: c?_, 2
  fi;
  g = 1;
  assert (x != 6)
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
