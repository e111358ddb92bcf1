// expect-error: 4: only looks at the system
byte x;
active proctype P() { x = 1 }
never { do :: x = 2 :: else od }
