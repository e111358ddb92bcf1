// expect-error: 2: 7
byte 7up;
active proctype P () {
  skip
}
