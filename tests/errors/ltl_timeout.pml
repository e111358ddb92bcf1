// expect-error: 4: 'timeout' cannot be used in a property
byte x;
active proctype P() { x = 1 }
ltl p { [] !timeout }
