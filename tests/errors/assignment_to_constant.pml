// expect-error: 3: =|5
active proctype P () {
  5 = 3
}
