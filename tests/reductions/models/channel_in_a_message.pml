// A channel that comes in a message may be any.
// expect: safety = assertion,deadlock
chan box = [1] of { chan };
chan c = [1] of { byte };
active proctype Giver () { box!c; c!1 }
active proctype Taker () { chan got; byte x; box?got; got?x; assert (x == 2) }
active proctype Owner () { byte x; c?x; assert (x == 3) }
