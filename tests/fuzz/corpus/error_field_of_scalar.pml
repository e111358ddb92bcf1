byte x;
active proctype P () {
  x.part = 1
}
