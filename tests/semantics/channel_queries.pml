// Rule: len, empty, full, nempty and nfull tell the fill of a buffered channel.
// expect: verdict=verified states=13
chan c = [2] of { byte };
active proctype P () {
  assert (empty (c) && len (c) == 0 && nfull (c));
  c!1;
  assert (nempty (c) && nfull (c) && len (c) == 1);
  c!2;
  assert (full (c) && nempty (c) && len (c) == 2)
}
active proctype Q () {
  full (c);
  len (c) == 2
}
