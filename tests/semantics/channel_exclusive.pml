// Rule: xr and xs are promises that change nothing in a plain search.
// expect: verdict=verified states=8
chan c = [1] of { byte };
active proctype P () {
  xs c;
  c!1;
  c!2
}
active proctype Q () {
  xr c;
  byte v;
  c?v;
  c?v;
  assert (v == 2)
}
