// Rule: an option sees the state before the choice (SPIN 6.5.2 gives the
// message back to c[1]).
// expect: verdict=assertion states=7
chan c[2] = [1] of { byte }; byte i;
active proctype P () { c[0]!1; if :: c[i]?i :: nempty (c[0]) -> assert (false) fi }
