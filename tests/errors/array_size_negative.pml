// expect-error: 2: -|2|size|expect|constant|positive|range
byte a[-2];
active proctype P () {
  skip
}
