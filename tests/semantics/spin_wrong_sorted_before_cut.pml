// Rule: a sorted send compares values as the channel holds them (SPIN
// 6.5.2 compares -1, then stores 255).
// expect: verdict=verified states=6
chan c = [2] of { byte }; byte x;
active proctype P () { c!!1; c!!x - 1; c?x; assert (x == 1) }
