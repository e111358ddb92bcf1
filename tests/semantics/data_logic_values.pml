// Rule: comparisons and logical operators give 0 or 1.
// expect: verdict=verified states=21
byte x = 5, y;
active proctype P () {
  y = (x > 3) + (x == 5) + (x != 5) + !x + !(!x);
  assert (y >= 2);
  y = (x && 4) + (x || 0);
  assert (y == 2)
}
active proctype Q () {
  x = 6;
  x = 5
}
