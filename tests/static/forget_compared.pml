// Rule: a field is read if a receive compares it, with a constant or eval ().
// expect: verdict=deadlock,assertion plain=14 reduced=12
// mutant: 109
chan c = [2] of { byte, byte, byte };
byte x, seven = 7;
active proctype P () { if :: x = 1 :: x = 2 fi; c!x,7,3; c!2,8,4 }
active proctype Q () { byte y; c?2,eval (seven),_; c?_,_,y; assert (y == 4); assert (false) }
