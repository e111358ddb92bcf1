// Rule: a receive by a parameter may mean any channel; one by its only name no other.
// expect: verdict=assertion plain=27 reduced=23
// mutant: 108
chan c = [2] of { byte, byte };
chan d = [2] of { byte, byte };
chan e = [2] of { byte, byte };
byte x;
proctype Q (chan in) { byte y; in?_,y; assert (y != 2) }
init {
  if :: x = 1 :: x = 2 fi;
  e!x,1;
  d!x,x;
  c!x,x;
  run Q (c);
  d?x,_
}
