// c_code in an inline belongs to the process that uses it.
// expect: verdict=verified states=35
byte x;

inline step () {
  if
  :: c_expr { now.x < 3 } -> c_code { now.x++; }
  :: else -> x = 0
  fi
}

active proctype P () {
  step ();
  step ()
}

active proctype Q () {
  step ();
  atomic { step (); step () }
}
