// expect-error: 7: Q
byte x;
proctype Q () {
  skip
}
active proctype P () {
  x = Q
}
