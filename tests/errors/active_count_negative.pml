// expect-error: 2: -|1|expect|constant|positive|range
active [-1] proctype P () {
  skip
}
