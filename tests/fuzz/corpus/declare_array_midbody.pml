byte n;
active proctype P () {
  n = 1;
  byte a[2] = 3;
  n = a[0] + a[1];
  a[0] = 0
}
active proctype Q () {
  n == 6 -> n = 0
}
