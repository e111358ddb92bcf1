// The steps of P0 at the head of its loop are an ample set of two.  A run in
// which P0 always goes the second way after g = 1 never sees g == 0 again; if
// g = 1 comes only together with the first way, it is missed.
// expect: safety = verified
// expect: ltl [] <> (g == 0) = ltl
// expect: ltl <> [] (g == 0) = ltl
byte g;

active proctype P0 () {
  byte l;
  do
  :: l = 1; g = 0
  :: l = 1
  od
}

active proctype P1 () {
  g = 1;
end:
  false
}
