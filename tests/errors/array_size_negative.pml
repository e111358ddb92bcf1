// expect-error: 2: -|2|size
byte a[-2];
active proctype P () {
  skip
}
