// Rule: nor with enabled ().
// expect: verdict=deadlock,assertion plain=13 reduced=13
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g == 0
}
active proctype Q () {
  g == 1;
  assert (!enabled (0))
}
