// expect-error: 2: red
mtype = { red, red };
active proctype P () {
  skip
}
