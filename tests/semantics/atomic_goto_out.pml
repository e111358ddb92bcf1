// Rule: a goto to a place outside ends the atomic.
// expect: verdict=verified states=28
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    x = 2;
    goto out
  };
  x = 5;
out:
  x = 3;
  x = 4
}
active proctype Q () {
  y = x
}
