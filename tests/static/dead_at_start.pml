// Rule: what is written before it is read is dead from the start, whatever it
// was given.
// expect: verdict=verified plain=12 reduced=6
byte g;
proctype P (byte x) {
  byte y = 3;
  g = 1;
  x = 1;
  y = x;
  g = y
}
init {
  if
  :: run P (1)
  :: run P (2)
  :: run P (3)
  fi
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
