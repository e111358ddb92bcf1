// c_expr as a guard of if and do, with else.
// expect: verdict=deadlock,assertion states=126
byte x, y;

active proctype P () {
  do
  :: c_expr { now.x < 4 } -> x++
  :: c_expr { now.x >= 2 && now.y < 3 } -> c_code { now.y++; }
  :: else -> break
  od;
  if
  :: c_expr { now.x == 4 && now.y == 3 } -> skip
  :: else -> assert (false)
  fi
}

active proctype Q () {
  c_expr { now.y == 2 };
  y = 0
}
