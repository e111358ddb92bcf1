byte x;
active proctype P () {
  x = 1;
  x = 2
active proctype Q () {
  x = 3
}
