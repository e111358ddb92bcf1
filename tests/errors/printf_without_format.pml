// expect-error: 4: x|printf|string|format
byte x;
active proctype P () {
  printf (x)
}
