init {
  skip
}
init {
  skip
}
