unsigned u : 40;
active proctype P () {
  u = 1
}
