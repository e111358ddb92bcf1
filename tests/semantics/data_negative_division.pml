// Rule: division goes towards zero, and the remainder has the sign of the dividend.
// expect: verdict=deadlock states=7
int i = -7, q, r;
active proctype P () {
  q = i / 2;
  r = i % 2;
  assert (q == -3 && r == -1);
  q = 7 / -2;
  r = 7 % -2;
  assert (q == -3 && r == 1)
}
active proctype Q () {
  i == 7 -> skip;
end:
  false
}
