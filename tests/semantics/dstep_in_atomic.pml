// Rule: a d_step inside atomic is one step of it.
// expect: verdict=deadlock states=12
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    d_step { x = 2; x = 3 };
    y == 1;
    x = 4
  }
}
active proctype Q () {
  y = 1;
  y = 2
}
