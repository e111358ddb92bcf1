// Rule: a process that waits for its death has forgotten everything.
// expect: verdict=verified plain=100 reduced=58
byte g;
active proctype P () {
  byte x;
  if
  :: x = 1; g = x
  :: x = 2; g = x
  fi;
  g = 0
}
active proctype Q () {
  byte x;
  do
  :: x < 2 -> x++; g = x
  :: x >= 1 -> break
  od
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
