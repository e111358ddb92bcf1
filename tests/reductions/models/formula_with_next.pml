// next counts steps: such a formula is checked without reduction.
// expect: ltl X (a == 1) = ltl
// expect: ltl X (a == 1 || b == 1) = ltl
byte a, b;
active proctype A () { byte own; own = 1; a = 1 }
active proctype B () { b = 1 }
