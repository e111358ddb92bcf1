mtype = { red, red };
active proctype P () {
  skip
}
