byte n = 1, x;
active proctype P () {
  select (x : n + 1 .. n * 3);
  assert (x == 2 || x == 3);
  select (x : 0 .. n);
  assert (x < 2)
}
