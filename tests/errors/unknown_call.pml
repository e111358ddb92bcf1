// expect-error: 4: compute
byte x;
active proctype P () {
  compute (x)
}
