// Rule: sorted sends look at all fields.
// expect: verdict=assertion plain=13 reduced=13
// mutant: 110
chan c = [2] of { byte, byte };
byte x, y;
active proctype P () { if :: x = 1 :: x = 3 fi; c!!x,1; c!!2,2; c?_,y; assert (y != 2) }
