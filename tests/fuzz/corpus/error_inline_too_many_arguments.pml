byte x;
inline set (a) {
  a = 1
}
active proctype P () {
  set (x, 2)
}
