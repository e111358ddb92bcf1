byte turn, x;
active [2] proctype P () provided (turn == _pid) {
  x++;
  turn = 1 - turn;
  x--;
  turn = 1 - turn
}
