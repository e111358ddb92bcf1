// Rule: a value is cut to the type of its field when it is sent.
// expect: verdict=verified states=11
chan c = [3] of { byte, bit, short };
int a, b, d;
active proctype P () {
  c!300, 2, 70000;
  c!-1, 3, -1
}
active proctype Q () {
  c?a, b, d;
  assert (a == 44 && b == 0 && d == 4464);
  c?a, b, d;
  assert (a == 255 && b == 1 && d == -1)
}
