// Two processes that could be moved together pass through states where only
// one has moved.
// expect: safety = assertion
// expect: ltl [] !(a == 1 && b == 0) = ltl
// expect: ltl [] !(a == 0 && b == 1) = ltl
byte a, b;
active proctype A () { a = 1; a = 2 }
active proctype B () { b = 1; b = 2 }
active proctype Monitor () {
end:
  a == 1 && b == 2;
  assert (false);
}
