// expect-error: 4: =|\)
byte x, y;
active proctype P () {
  x = (y = 2)
}
