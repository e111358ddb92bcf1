// Two senders and one place: who comes first decides who waits.
// expect: safety = deadlock
chan c = [1] of { byte };
byte last;
active proctype A () { c!1; last = 1; assert (last == 1) }
active proctype B () { c!2; last = 2 }
