// Rule: a state in which nothing can ever run is an invalid end state at once.
// expect: verdict=deadlock states=1
byte x;
active proctype P () {
  x == 1;
  x = 2
}
active proctype Q () {
  x == 2;
  x = 1
}
