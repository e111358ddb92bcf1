// expect-error: 3: nothing
active proctype P () {
  nothing = 1
}
