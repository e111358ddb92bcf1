// Rule: a goto back to the label of its own atomic begins it anew.
// expect: verdict=verified states=37
byte x, y;
active proctype P () {
again:
  atomic {
    x++;
    x++;
    if
    :: x < 6 -> goto again
    :: x >= 6
    fi
  };
  x = 0
}
active proctype Q () {
  y = x
}
