byte x, i;
active proctype P () {
  for (i in x) {
    skip
  }
}
