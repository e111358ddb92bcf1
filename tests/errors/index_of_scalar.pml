// expect-error: 4: x
byte x;
active proctype P () {
  x[1] = 2
}
