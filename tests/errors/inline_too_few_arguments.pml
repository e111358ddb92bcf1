// expect-error: 7: set|argument|parameter
byte x;
inline set (a, b) {
  a = b
}
active proctype P () {
  set (x)
}
