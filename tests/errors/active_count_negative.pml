// expect-error: 2: -|1
active [-1] proctype P () {
  skip
}
