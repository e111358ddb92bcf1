// Rule: buffered sends and receives are allowed in d_step while they do not wait.
// expect: verdict=verified states=10
chan c = [2] of { byte };
byte v, w;
active proctype P () {
  d_step {
    c!1;
    c!2;
    c?v
  };
  assert (v == 1)
}
active proctype Q () {
  c?w;
  assert (w == 2)
}
