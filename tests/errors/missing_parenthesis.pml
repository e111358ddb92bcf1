// expect-error: 4: \)|;
byte x;
active proctype P () {
  x = (x + 1;
  x = 2
}
