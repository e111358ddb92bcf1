init {
  run Nobody ()
}
