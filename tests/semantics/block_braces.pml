// Rule: braces group statements and cost nothing.
// expect: verdict=verified states=40
byte x, y;
active proctype P () {
  { x = 1; { x = 2 }; { { x = 3; x = 4 } } };
  x = 5
}
active proctype Q () {
  { y = x };
  y = 0
}
