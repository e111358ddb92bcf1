// expect-error: 3: =|5|expect|syntax
active proctype P () {
  5 = 3
}
