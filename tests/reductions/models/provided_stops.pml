// A provided clause makes every step of its process depend on others.
// expect: safety = deadlock
byte turn;
active proctype A () provided (turn == 0) {
  byte own;
  own = 1;
  own = 2;
}
active proctype B () { turn = 1 }
