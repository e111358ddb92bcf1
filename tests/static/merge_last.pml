// Rule: with _last every step can be seen: nothing is merged.
// expect: verdict=deadlock,assertion plain=26 reduced=26
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g = 0
}
active proctype Q () {
  g == 1;
  assert (_last == 1)
}
