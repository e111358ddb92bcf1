// Rule: else inside atomic looks at the state in the middle of the atomic.
// expect: verdict=verified states=13
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    if
    :: y == 1 -> x = 2
    :: else -> x = 3; x = 4
    fi;
    x = x + 10
  }
}
active proctype Q () {
  y = 1;
  y = 0
}
