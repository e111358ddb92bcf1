byte x;
active proctype P () {
  printf (x)
}
