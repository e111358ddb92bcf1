// Rule: what is sent is read; what is received and never read is not kept.
// expect: verdict=assertion plain=12 reduced=12
// mutant: 103
byte x, y, z;
chan c = [2] of { byte, byte };
active proctype P () { x = 1; c!x,2; x = 3; c!x,4 }
active proctype Q () { c?y,z; c?y,z; assert (y != 3) }
