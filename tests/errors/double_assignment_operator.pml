// expect-error: 4: \+|=
byte x;
active proctype P () {
  x += 2
}
