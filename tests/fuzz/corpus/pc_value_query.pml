byte a, b, x;
active proctype P () {
  a = pc_value (1);
  x == 1;
  b = pc_value (1);
  assert (a != b || x == 2)
}
active proctype Q () {
  x = 1;
  x == 7
}
