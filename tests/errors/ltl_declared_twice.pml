// expect-error: 5: declared twice
byte x;
active proctype P() { x = 1 }
ltl safe { [] (x < 2) }
ltl safe { <> (x == 1) }
