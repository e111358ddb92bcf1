// Rule: an expression that is true is one step; a false one waits.
// expect: verdict=verified states=13
byte turn, log;
active proctype First () {
  turn == 0;
  log = 1;
  turn = 1;
  turn == 2;
  log = 3
}
active proctype Second () {
  turn == 1;
  log = 2;
  turn = 2
}
