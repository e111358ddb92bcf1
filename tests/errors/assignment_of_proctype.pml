// expect-error: 7-8: Q|process
byte x;
proctype Q () {
  skip
}
active proctype P () {
  x = Q
}
