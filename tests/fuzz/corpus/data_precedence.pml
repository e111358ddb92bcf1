int r;
active proctype P () {
  r = 2 + 3 * 4 - 8 / 2;
  assert (r == 10);
  r = 1 + 2 << 1;
  assert (r == 6);
  r = 6 & 3 == 3;
  assert (r == 0);
  r = 1 | 2 ^ 3 & 2;
  assert (r == 1);
  r = -2 + 3;
  assert (r == 1);
  r = 10 - 4 - 3;
  assert (r == 3);
  r = (1 || 0 && 0);
  assert (r == 1)
}
