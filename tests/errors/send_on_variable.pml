// expect-error: 4: x|chan
byte x;
active proctype P () {
  x!1
}
