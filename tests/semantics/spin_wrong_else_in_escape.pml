// Rule: the else that begins an escape waits for its other options
// (SPIN 6.5.2 always takes it).
// expect: verdict=verified states=4
byte y;
active proctype P () { { false } unless { if :: y == 0 -> skip :: else -> assert (false) fi } }
