// Channels with one sender and one receiver, and a formula about their length.
// expect: ltl [] !(len (one) == 1 && len (two) == 0) = ltl
// expect: ltl [] !(len (two) == 1 && len (one) == 0) = ltl
// expect: ltl [] (len (one) < 2) = verified
// expect: safety = verified
chan one = [1] of { byte };
chan two = [1] of { byte };
active proctype A () { one!1 }
active proctype B () { two!1 }
active proctype C () { byte x; one?x }
active proctype D () { byte x; two?x }
