// Rule: an option sees the state before the choice (SPIN 6.5.2 puts the cut
// value back).
// expect: verdict=verified states=7
chan c = [1] of { byte }; bit b;
active proctype P () { c!2; if :: c?b :: c?[2] -> skip :: c?[0] -> assert (false) fi }
