// Rule: what is sent in a field that no receive looks at is not kept.
// expect: verdict=verified plain=28 reduced=10
chan c = [2] of { byte, byte };
byte x, y, unseen;
active proctype P () {
  if :: x = 1 :: x = 2 :: x = 3 fi;
  c!x,1;
  c!x,2
}
active proctype Q () { c?_,y; c?unseen,y; assert (y == 2) }
