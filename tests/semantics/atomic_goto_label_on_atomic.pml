// Rule: a goto to a label on an atomic statement does not keep the control.
// expect: verdict=verified states=18
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    x = 2;
    goto second
  };
  x = 9;
second:
  atomic {
    x = 3;
    x = 4
  }
}
active proctype Q () {
  y = x
}
