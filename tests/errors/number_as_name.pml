// expect-error: 2: 7|expect|syntax
byte 7up;
active proctype P () {
  skip
}
