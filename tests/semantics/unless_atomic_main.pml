// Rule: an atomic in the main part can be left by the escape between its statements.
// expect: verdict=verified states=13
byte x, y;
active proctype P () {
  {
    atomic {
      x = 1;
      x = 2;
      x = 3
    };
    x = 4
  } unless {
    x == 2 -> y = 1
  };
  assert (y == 1)
}
active proctype Q () {
  y = y
}
