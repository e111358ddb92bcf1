typedef Record {
  byte a;
  short b
};
chan c = [1] of { byte, Record };
active proctype P () {
  Record r;
  r.a = 1;
  r.b = -2;
  c!7, r;
  r.a = 0
}
active proctype Q () {
  Record s;
  byte k;
  c?k, s;
  assert (k == 7 && s.a == 1 && s.b == -2)
}
