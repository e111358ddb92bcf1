// expect-error: 3: x|=|expect|syntax
byte x;
x = 1;
active proctype P () {
  skip
}
