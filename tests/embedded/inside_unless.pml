// c_expr as an escape, c_code in the main part.
// expect: verdict=verified states=29
byte n;
bool stop;

active proctype P () {
  { do
    :: c_expr { now.n < 5 } -> c_code { now.n += 2; }
    :: else -> n = 0
    od
  } unless { c_expr { now.stop && now.n == 4 } };
  c_code { now.n = 77; }
}

active proctype Q () {
  c_code { now.stop = 1; }
}
