// expect-error: 5: init
init {
  skip
}
init {
  skip
}
