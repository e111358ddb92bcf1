// Rule: [0] behind a scalar means nothing, `_` takes any value and forgets it,
// the last of too few initial values is repeated, numbers wrap around.
// expect: verdict=verified states=8
byte a[4] = {1, 2};
byte s;
int n;
chan c = [1] of { byte };
proctype Q () { skip }
active proctype P () {
  assert (a[3] == 2);
  s[0] = 1;
  c[0]!1;
  _ = s + 1;
  n = 4294967295;
  assert (n == -1)
}
