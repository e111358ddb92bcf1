// expect-error: 2: a|0|size
byte a[0];
active proctype P () {
  skip
}
