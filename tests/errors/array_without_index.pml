// expect-error: 6: \]|=
byte a[3];
byte x;
active proctype P () {
  x = 1;
  a[1 = 2
}
