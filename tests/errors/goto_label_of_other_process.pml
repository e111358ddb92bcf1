// expect-error: 8: there
byte x;
active proctype P () {
there:
  x = 1
}
active proctype Q () {
  goto there
}
