// expect-error: 4: x|len|chan
byte x, y;
active proctype P () {
  y = len (x)
}
