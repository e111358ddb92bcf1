// A c_expr that never becomes true.
// expect: verdict=deadlock states=2
byte x;

active proctype P () {
  c_code { now.x = 1; };
  c_expr { now.x == 2 };
  x = 3
}
