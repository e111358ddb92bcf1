// Rule: a d_step that waits after its first statement is an error inside atomic, too.
// expect: verdict=model-error
// blame: P(0) 10
byte x;
active proctype P () {
  atomic {
    x = 1;
    d_step {
      x = 2;
      x == 3
    }
  }
}
