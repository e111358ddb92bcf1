// Steps that are independent for the system are not so for a formula.
// expect: ltl [] !(a == 1 && b == 0) = ltl
// expect: ltl [] !(b == 1 && a == 0) = ltl
// expect: ltl <> (a == 1 && b == 1) = verified
byte a, b;
active proctype A () { a = 1 }
active proctype B () { b = 1 }
