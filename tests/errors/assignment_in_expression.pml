// expect-error: 4: =|\)|expect|syntax
byte x, y;
active proctype P () {
  x = (y = 2)
}
