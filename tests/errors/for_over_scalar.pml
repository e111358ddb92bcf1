// expect-error: 4-6: x|array
byte x, i;
active proctype P () {
  for (i in x) {
    skip
  }
}
