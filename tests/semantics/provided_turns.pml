// Rule: provided clauses can use _pid and let processes take turns.
// expect: verdict=verified states=9
byte turn, x;
active [2] proctype P () provided (turn == _pid) {
  x++;
  turn = 1 - turn;
  x--;
  turn = 1 - turn
}
