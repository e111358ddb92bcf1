byte x;
active proctype P () {
again:
  x = 1;
again:
  x = 2;
  goto again
}
