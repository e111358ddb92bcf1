// expect-error: 7: expression
// expect-error: 8: zz
// expect-error: 9: expected
// expect-error: 10: found
byte x;
active proctype P() { x = 1 }
ltl a { [] (x < ) }
ltl b { <> zz }
ltl c { }
ltl d { [] x == 1 ) }
