// expect-error: 4-5: unless|\}|expect
byte x;
active proctype P () {
  { x = 1 } unless
}
