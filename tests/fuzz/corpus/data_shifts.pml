int i = -8;
byte b = 129;
active proctype P () {
  i = i >> 1;
  assert (i == -4);
  i = 1 << 4;
  assert (i == 16);
  b = b << 1;
  assert (b == 2);
  b = b >> 2;
  assert (b == 0)
}
active proctype Q () {
  i = (5 << 2) | 1;
  assert (i != 20)
}
