// Rule: an atomic that can go on keeps timeout false.
// expect: verdict=verified states=7
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    y == 0;
    x = 2
  }
}
active proctype Q () {
  timeout -> y = 1;
  assert (x == 2)
}
