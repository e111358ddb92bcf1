// expect-error: 2: do
active proctype do () {
  skip
}
