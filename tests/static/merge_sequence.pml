// Rule: local statements after a visible one belong to its step; those of two
// processes do not interleave.
// expect: verdict=verified plain=43 reduced=13
byte g;
active [2] proctype P () {
  byte x, y;
  g = g + 1;
  x = 1;
  y = x + 1;
  x = y + y;
  g = g + x
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
