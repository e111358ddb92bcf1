unsigned u = 1;
active proctype P () {
  u = 1
}
