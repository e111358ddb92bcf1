// expect-error: 4: '_pid' cannot be used in a property
byte x;
active proctype P() { x = 1 }
ltl p { <> (x == _pid) }
