chan c = [0] of { byte };
byte v, x;
active proctype P () {
  assert (len (c) == 0);
  assert (empty (c));
  assert (nfull (c));
  if
  :: full (c) -> x = 1
  :: nempty (c) -> x = 2
  :: c!1
  fi
}
active proctype Q () {
  c?v;
  assert (x == 0)
}
