mtype = { put, get };
chan c = [1] of { mtype, byte, byte };
byte a, b;
active proctype P () {
  c!put (3, 4);
  c!get (5, 6)
}
active proctype Q () {
  c?put (a, b);
  assert (a == 3 && b == 4);
  c?get (_, b);
  assert (a == 3 && b == 6)
}
