// c_expr in sends, receives, indices and initial values.
// expect: verdict=verified states=16
chan r = [0] of { byte };
chan q = [1] of { byte, byte };
byte a[4];
byte one = 1;

active proctype S () {
  byte k = 2;
  r ! c_expr { PS->k + now.one };
  q ! k, c_expr { now.one * 5 };
  a[c_expr { PS->k + 1 }] = c_expr { PS->k } + 3;
  c_code { now.one = 0; }
}

active proctype R () {
  byte v, w;
  r ? v;
  if
  :: q ? eval (c_expr { 2 }), w
  :: c_expr { now.one == 0 } -> q ?? _, w
  fi;
  assert (v == 3 && w == 5)
}
