byte x;
active proctype P () {
  printf ("no end);
  x = 1
}
