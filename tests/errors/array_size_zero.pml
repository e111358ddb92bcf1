// expect-error: 2: a|0|size|expect|constant|positive|range
byte a[0];
active proctype P () {
  skip
}
