active proctype P () {
  _pid = 3
}
