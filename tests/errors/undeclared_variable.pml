// expect-error: 4: missing
byte x;
active proctype P () {
  x = missing + 1
}
