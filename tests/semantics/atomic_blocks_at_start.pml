// Rule: an atomic whose first statement waits has not begun.
// expect: verdict=verified states=17
byte x, y;
active [2] proctype P () {
  atomic {
    x == 0;
    x = 1;
    y++
  };
  y--;
  x = 0
}
