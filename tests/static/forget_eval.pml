// Rule: what a receive compares with is read.
// expect: verdict=assertion plain=7 reduced=6
// mutant: 104
byte x;
chan c = [1] of { byte };
active proctype P () { x = 1; c!1 }
active proctype Q () { end: c?eval (x) -> assert (false) }
