// Rule: messages may have many fields; polls compare all of them, and so do
// sorted sends.
// expect: verdict=verified states=14
typedef T { byte a[69]; byte last };
typedef U { byte a[260] };
chan c = [1] of { T };
chan d = [2] of { U };
T t;
U u, v;
active proctype P () {
  t.last = 4;
  c!t;
  assert (c?[_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
    _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
    _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, 4]);
  assert (!(c?[_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
    _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
    _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, 5]));
  u.a[250] = 4;
  d!!u;
  u.a[250] = 3;
  d!!u;
  d?v;
  assert (v.a[250] == 3);
  d?v;
  assert (v.a[250] == 4)
}
