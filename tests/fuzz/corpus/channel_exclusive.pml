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
