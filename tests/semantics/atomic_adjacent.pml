// Rule: two atomics one after the other are two runs.
// expect: verdict=verified states=24
byte x, y;
active proctype P () {
  atomic { x = 1; x = 2 };
  atomic { x = 3; x = 4 }
}
active proctype Q () {
  y = x;
  assert (y == 0 || y == 2 || y == 4)
}
