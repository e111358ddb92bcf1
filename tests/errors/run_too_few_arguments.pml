// expect-error: 7: P|argument|parameter
byte x;
proctype P (byte a; byte b) {
  x = a + b
}
init {
  run P (1)
}
