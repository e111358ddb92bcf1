// Rule: with enabled () a local step is merged with local ones only: whoever sees g
// must see that P can go on.
// expect: verdict=deadlock,assertion plain=13 reduced=9
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
