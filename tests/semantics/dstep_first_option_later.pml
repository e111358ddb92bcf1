// Rule: a choice inside d_step, behind its first statement, takes the first option that can run.
// expect: verdict=verified states=25
byte x, y;
active proctype P () {
  d_step {
    x = 9;
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
