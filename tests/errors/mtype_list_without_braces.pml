// expect-error: 2: red|\{
mtype = red, green;
active proctype P () {
  skip
}
