// Rule: a choice inside d_step takes the first option in the text that can run.
// expect: verdict=verified
// SPIN errs: a d_step that begins with a choice of guards and an assignment waits for the guards.
byte x, y;
active proctype P () {
  d_step {
    if
    :: y == 1 -> x = 1
    :: y < 2 -> x = 2
    :: x = 3
    fi;
    x = x + 10
  };
  assert (x == 11 || x == 12 || x == 13)
}
active proctype Q () {
  y = 1;
  y = 2
}
