byte x = 12;
int y;
active proctype P () {
  assert ((x & 10) == 8);
  assert ((x | 3) == 15);
  assert ((x ^ 6) == 10);
  y = ~x;
  assert (y == -13);
  x = ~x;
  assert (x == 243)
}
