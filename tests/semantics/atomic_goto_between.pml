// Rule: a goto from inside one atomic into another keeps the control.
// expect: verdict=verified states=10
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    x = 2;
    goto second
  };
  x = 9;
  atomic {
    x = 10;
second:
    x = 3;
    x = 4
  }
}
active proctype Q () {
  y = x
}
