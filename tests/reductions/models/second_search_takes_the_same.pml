// A nested search meets states in another order than the first one did: what it
// explores must be what the first one explored.
// expect: ltl [] (p == 0) = ltl
// expect: ltl [] <> (p == 0) = ltl
// expect: ltl ! <> [] (p == 1) = ltl
byte p;
active proctype Loop () {
  byte own;
  do
  :: own == 0 -> own = 1
  :: own == 1 -> own = 2
  :: own == 2 -> own = 0
  od
}
active proctype Setter () { byte own; own = 1; p = 1; own = 2 }
active proctype Loop2 () {
  byte own;
  do
  :: own == 0 -> own = 1
  :: own == 1 -> own = 0
  od
}
