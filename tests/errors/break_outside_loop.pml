// expect-error: 5: break
byte x;
active proctype P () {
  x = 1;
  break
}
