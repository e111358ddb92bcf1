mtype = { red, green };
active proctype P () {
  red = green
}
