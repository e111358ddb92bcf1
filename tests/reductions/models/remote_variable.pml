// ... and what it writes.
// expect: safety = assertion
active proctype A () { byte own; own = 1; own = 2 }
active proctype B () { assert (A:own != 1) }
