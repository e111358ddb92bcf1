byte x;
active proctype P () {
  x = 'a;
  x = 2
}
