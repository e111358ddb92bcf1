// Rule: a block offers the escapes of its first statement with their
// priorities (SPIN 6.5.2 gives both the same).
// expect: verdict=verified states=4
byte x;
active proctype P () { { { { x = 1 } unless { x = 2 } } unless { x = 3 } };
  assert (x == 3) }
