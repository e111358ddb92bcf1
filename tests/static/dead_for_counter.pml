// Rule: a loop counter keeps its last value if that is read, else not.
// expect: verdict=assertion plain=28 reduced=12
byte g;
active proctype P () {
  byte i, j;
  for (i : 1 .. 3) { g = i }
  g = 9;
  assert (i != 4);
  for (j : 1 .. 3) { g = j }
  g = 8;
  g = 7
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
