// Rule: nobody moves in the middle of a rendezvous (SPIN 6.5.2 tries
// the d_step there).
// expect: verdict=verified states=3
chan c = [0] of { bit };
active proctype P () { end: c!1 }
active proctype Q () { d_step { assert (empty (c)) } }
