// expect-error: 4: red|=
mtype = { red, green };
active proctype P () {
  red = green
}
