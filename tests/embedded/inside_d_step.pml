// Several c_code in a d_step are one step, and see each other's effects.
// expect: verdict=verified states=13
byte x, y;

active [2] proctype P () {
  byte i;
  d_step {
    c_code { now.x++; };
    do
    :: c_expr { PP->i < 3 } -> c_code { PP->i++; now.y += now.x; }
    :: else -> break
    od;
    c_code { PP->i = 0; }
  };
  assert (y == 3 || y == 9)
}
