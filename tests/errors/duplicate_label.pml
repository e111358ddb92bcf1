// expect-error: 6-7: again
byte x;
active proctype P () {
again:
  x = 1;
again:
  x = 2;
  goto again
}
