byte x = 1;
active [2] proctype P (byte a; short b) {
  assert (a == 0 && b == 0);
  a = a + x;
  b = a - 2;
  x = x + b
}
