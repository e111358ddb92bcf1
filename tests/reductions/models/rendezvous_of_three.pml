// Two receivers, one sender.
// expect: safety = assertion,deadlock
chan c = [0] of { byte };
active proctype Left () { byte x; c?x; assert (x == 2) }
active proctype Right () { byte x; c?x; assert (x == 3) }
active proctype Sender () { byte own; own = 1; c!own }
