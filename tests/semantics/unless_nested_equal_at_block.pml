// Rule: all escapes that can leave the first statement of a block have the same
// priority at the block, if one of them is inside of it.
// expect: verdict=assertion states=7
byte x;
active proctype P () { { { { x = 1 } unless { x = 2 } } unless { x = 3 } };
  assert (x == 3) }
