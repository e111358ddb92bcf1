// Rule: the arrow and the semicolon separate statements alike.
// expect: verdict=deadlock states=33
byte x;
active proctype P () {
  x == 0 -> x = 1 -> x = 2;
  x == 2 -> x = 3
}
active proctype Q () {
  x == 1 -> x = 0 -> skip
}
