chan c = [2] of { byte };
byte v;
active proctype P () {
  c!1;
  nfull (c) -> c!2;
  empty (c) -> c!3
}
active proctype Q () {
  full (c) -> c?v;
  nempty (c) -> c?v;
  nempty (c) -> c?v;
  assert (v == 3)
}
