// ... and lets it go later.
// expect: safety = assertion
byte turn = 1;
active proctype A () provided (turn == 0) { byte own; own = 1; assert (own == 2) }
active proctype B () { turn = 0 }
