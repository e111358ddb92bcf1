byte x;
active proctype P () {
  x = 'a';
  assert (x == 97);
  x = '\n';
  assert (x == 10)
}
