// expect-error: 2: atomic
byte atomic;
active proctype P () {
  skip
}
