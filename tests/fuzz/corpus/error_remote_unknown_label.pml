byte x;
active proctype P () {
  x = 1
}
active proctype Q () {
  P@lost -> x = 2
}
