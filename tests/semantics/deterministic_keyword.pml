// Rule: D_proctype is a proctype.
// expect: verdict=verified states=15
byte x;
active D_proctype P () {
  x = 1;
  x = 2
}
active proctype Q () {
  x = 3
}
