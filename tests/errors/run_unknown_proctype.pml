// expect-error: 3: Nobody
init {
  run Nobody ()
}
