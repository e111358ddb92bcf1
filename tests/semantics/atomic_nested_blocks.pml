// Rule: blocking in an inner atomic is like blocking in the outer one.
// expect: verdict=verified states=15
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    atomic { y == 1; x = 2 };
    x = 3
  }
}
active proctype Q () {
  y = 1;
  y = 0;
  y = 1
}
