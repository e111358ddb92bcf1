// Rule: a jump that begins an option is a step; one to its label is not.
// expect: verdict=verified states=6
byte x;
active proctype P () {
  do
  :: L: goto M
  :: x == 1 -> break
  :: x == 0 -> x = 1; goto L
  od;
  M: x = 3
}
