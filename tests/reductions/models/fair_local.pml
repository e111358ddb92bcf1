// What processes do for themselves makes nobody else able to move: much can be
// left out under fairness, and each process gets its turn.
// expect: ltl <> (g == 2) = ltl
// expect: fair ltl <> (g == 2) = verified
// expect: fair ltl [] <> (g == 0) = ltl
byte g;
active [2] proctype P () {
  byte l;
  do
  :: l = 1; l = 2; l = 0
  od
}
active [2] proctype Q () {
  byte l;
  l = 1; l = 2;
  g = g + 1
}
