// Rule: a character in quotes is its code.
// expect: verdict=verified states=6
byte x;
active proctype P () {
  x = 'a';
  assert (x == 97);
  x = '\n';
  assert (x == 10)
}
