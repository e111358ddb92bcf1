// Rule: assigning a channel copies its identity, not its content.
// expect: verdict=assertion states=17
chan a = [2] of { byte };
chan b = [2] of { byte };
chan name;
byte v;
active proctype P () {
  name = a;
  name!1;
  name = b;
  name!2;
  assert (len (a) == 1)
}
active proctype Q () {
  b?v;
  assert (v == 2);
  a?v;
  assert (v == 1)
}
