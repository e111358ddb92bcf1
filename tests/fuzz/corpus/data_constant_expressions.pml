byte a[3];
chan c = [3] of { byte };
active proctype P () {
  a[3 - 1] = 3 * 3;
  c!a[2];
  assert (nfull (c))
}
active proctype Q () {
  byte v;
  c?v;
  assert (v == 9)
}
