// Rule: a global that is never read is still a part of the state.
// expect: verdict=verified states=8
byte log, x;
active proctype P () {
  log = 1;
  log = 2;
  x = 1
}
active proctype Q () {
  x == 1;
  log = 3
}
