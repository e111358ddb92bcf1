// Rule: a label with nothing behind it is at a step that does nothing.
// expect: verdict=verified states=17
byte x;
active proctype P () { L: ; M: N: ; x = 1 }
active proctype Q () { if :: x == 1 -> ; x = 2 :: else -> ; fi }
