// Rule: so is one that never ends.
// expect: verdict=model-error
// blame: P(0) 8
byte x;
active proctype P () {
  atomic {
    x = 1;
    d_step {
      do
      :: x = 3 - x
      od
    }
  }
}
