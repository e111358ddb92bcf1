// Rule: a line that begins with '-' begins a statement, unless a parenthesis is
// open.
// expect: verdict=verified states=6
int x = 5;
active proctype P () {
  x = x
  -1;
  assert (x == 5);
  x = (x
  -1)
}
