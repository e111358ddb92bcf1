// Rule: a field is read if a poll compares it, and if it is received into what is read.
// expect: verdict=assertion plain=17 reduced=16
// mutant: 108
chan c = [1] of { byte, byte };
byte x, y;
active proctype P () { if :: x = 1 :: x = 2 fi; c!x,x }
active proctype Q () { if :: c?[2,_] -> assert (false) :: c?_,y -> assert (y != 2) fi }
