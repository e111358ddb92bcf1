// expect-error: 3: x|=
byte x;
x = 1;
active proctype P () {
  skip
}
