active proctype do () {
  skip
}
