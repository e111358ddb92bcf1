// Rule: a remote reference reads.
// expect: verdict=assertion plain=5 reduced=4
active proctype P () { byte x; x = 1; end: false }
active proctype Q () { P[0]:x == 1 -> assert (false) }
