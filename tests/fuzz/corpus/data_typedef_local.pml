typedef Pair {
  byte a;
  byte b[2]
};
byte g;
active [2] proctype P () {
  Pair p;
  p.a = _pid;
  p.b[p.a] = 4;
  g = g + p.b[0];
  assert (p.b[1 - _pid] == 0)
}
