// ... and it is when all are blocked.
// expect: safety = assertion
byte x;
active proctype Blocked () { byte own; own = 1; x == 1; assert (own == 2) }
active proctype Waiter () { byte own; own = 1; timeout; x = 1 }
