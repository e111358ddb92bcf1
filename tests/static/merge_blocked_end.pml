// Rule: there it may have an end label.
// expect: verdict=verified plain=3 reduced=2
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
end:
  x == 2;
  g = 2
}
