// Rule: a d_step that begins with a choice waits until one option can run.
// expect: verdict=verified states=11
byte x, y;
active proctype P () {
  d_step {
    if
    :: y == 1 -> x = 1
    :: y == 2 -> x = 2
    fi;
    x = x + 10
  }
}
active proctype Q () {
  y = 1;
  y = 2
}
