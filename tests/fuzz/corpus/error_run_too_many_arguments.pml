byte x;
proctype P (byte a) {
  x = a
}
init {
  run P (1, 2)
}
