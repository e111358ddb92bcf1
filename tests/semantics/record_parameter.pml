// Rule: a parameter of a typedef type is given field by field, by value; a channel in
// it is the one that was given.
// expect: verdict=verified states=36
typedef Inner { short s; chan c = [1] of { byte } }
typedef Outer { byte a; Inner inner; bit f }
byte seen;
chan q = [1] of { byte, short, chan, bit };
init {
  Outer t;
  t.a = 3;
  t.inner.s = -4;
  t.f = 1;
  run P (t, 7);
  t.inner.c?seen;
  assert (seen == 6);
  assert (t.a == 3)
}
proctype P (Outer x; byte y) {
  assert (x.a == 3 && x.inner.s == -4 && y == 7 && x.f);
  x.a = 9;
  run Q (y, x.inner, x);
  q!x
}
proctype Q (byte a; Inner inner; Outer whole) {
  short z;
  bit b;
  byte k;
  chan cc;
  assert (inner.s == -4 && whole.inner.s == inner.s && whole.a == 9);
  inner.c!6;
  q?k,z,cc,b;
  assert (k == 9 && z == -4 && b == 1)
}
