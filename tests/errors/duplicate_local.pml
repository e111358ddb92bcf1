// expect-error: 4: k
active proctype P () {
  byte k;
  short k;
  k = 1
}
