byte x;
active proctype P () {
  compute (x)
}
