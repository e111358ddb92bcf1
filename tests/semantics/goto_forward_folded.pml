// Rule: a goto in the middle of a sequence takes no step of its own.
// expect: verdict=verified states=13
byte x, y;
active proctype P () {
  x = 1;
  goto later;
  x = 2;
later:
  x = 3
}
active proctype Q () {
  y = 1;
  y = 2
}
