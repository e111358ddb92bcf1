// Rule: an inline is its text with the parameters replaced.
// expect: verdict=deadlock states=27
byte a = 1, b = 2;
inline swap (x, y) {
  byte t = x;
  x = y;
  y = t
}
active proctype P () {
  swap (a, b);
  assert (a == 2 && b == 1);
  swap (b, a)
}
active proctype Q () {
  a == 2 -> skip
}
