// expect-error: 4: \)|:|expect|syntax
byte x;
active proctype P () {
  x = (x > 1 -> 2)
}
