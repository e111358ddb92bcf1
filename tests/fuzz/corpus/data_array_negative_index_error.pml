byte a[3], x;
short i;
active proctype P () {
  i = -1;
  x = a[i]
}
