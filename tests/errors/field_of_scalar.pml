// expect-error: 4: part|x
byte x;
active proctype P () {
  x.part = 1
}
