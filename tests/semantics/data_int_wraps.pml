// Rule: an int is 32 bits with a sign.
// expect: verdict=verified states=6
int i = 2147483647;
active proctype P () {
  i = i + 1;
  assert (i == -2147483647 - 1);
  i = i - 1;
  assert (i == 2147483647)
}
