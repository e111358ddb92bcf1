// A c_expr in provided.
// expect: verdict=verified states=9
byte turn, x;

active [2] proctype P () provided (c_expr { now.turn == PP->_pid }) {
  x++;
  c_code { now.turn = 1 - now.turn; };
  x++;
  c_code { now.turn = 1 - now.turn; }
}
