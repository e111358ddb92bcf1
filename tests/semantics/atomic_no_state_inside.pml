// Rule: the states inside atomic are not seen by other processes.
// expect: verdict=verified states=13
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    x = 2;
    x = 3
  }
}
active proctype Q () {
  y = x;
  assert (y == 0 || y == 3)
}
