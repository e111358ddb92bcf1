// Rule: an atomic of one statement is that statement.
// expect: verdict=verified states=21
byte x;
active [2] proctype P () {
  atomic { x++ };
  atomic { x < 5 };
  x--
}
