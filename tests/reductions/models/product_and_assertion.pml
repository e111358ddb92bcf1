// One of a product of steps fails, another one too: both are reported.
// expect: safety = assertion
active proctype A () { byte own; own = 1; assert (own == 2) }
active proctype B () { byte own; own = 1; assert (own == 3) }
