// A nested search meets states in another order than the first one did: what it
// explores must be what the first one explored.  Where the first search explored
// everything, because an idle process came back to its stack, the second one must
// do the same, or it goes round with the idle ones for ever.
// expect: ltl ! ([] <> (x == 0) && [] <> (x == 2)) = ltl
// expect: ltl [] (x == 0) = ltl
// expect: ltl [] <> (x == 0) = ltl
// expect: ltl <> [] (x == 0) = ltl
byte x;
active proctype Busy () {
  byte own;
  do
  :: x = (x + 1) % 3; own = 1 - own
  od
}
active proctype Idle () {
  byte own;
  do
  :: own < 2 -> own++
  :: own == 2 -> own = 1
  od
}
active proctype Idler () {
  byte own;
  do
  :: own = (own + 1) % 2
  od
}
