byte x;
inline ping (a) {
  pong (a)
}
inline pong (a) {
  ping (a)
}
active proctype P () {
  ping (x)
}
