byte x;
active proctype P () {
  x = 1;
  { goto away };
  x = 2;
away:
  x = 3
}
active proctype Q () {
  x == 1 -> x = 0
}
