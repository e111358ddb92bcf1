// Rule: eval (x) matches the value of x and assigns nothing.
// expect: verdict=verified states=13
chan c = [2] of { byte, byte };
byte want = 2, v;
active proctype P () {
  c!2, 5;
  c!3, 6
}
active proctype Q () {
  c?eval (want), v;
  assert (want == 2);
  want++;
  c?eval (want), v;
  assert (v == 6)
}
