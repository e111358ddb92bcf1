// expect-error: 3: _pid|=
active proctype P () {
  _pid = 3
}
