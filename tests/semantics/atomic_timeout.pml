// Rule: a timeout inside atomic waits until nobody else can run.
// expect: verdict=verified states=11
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    timeout;
    x = 2;
    x = 3
  }
}
active proctype Q () {
  y = 1;
  y = 2;
  x == 3;
  y = 3
}
