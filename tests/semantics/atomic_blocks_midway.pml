// Rule: an atomic that blocks lets the others run and goes on, undivided, later.
// expect: verdict=deadlock states=15
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    y == 1;
    x = 2;
    x = 3
  }
}
active proctype Q () {
  y = 1;
  y = 2;
  assert (x != 2)
}
