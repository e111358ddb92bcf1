byte a[0];
active proctype P () {
  skip
}
