// An atomic sequence that can be interrupted where a c_expr blocks.
// expect: verdict=verified states=13
byte x, turn;

active [2] proctype P () {
  atomic {
    c_code { now.x++; };
    c_expr { now.turn == PP->_pid };
    c_code { now.turn++; now.x--; }
  };
  assert (x < 2)
}
