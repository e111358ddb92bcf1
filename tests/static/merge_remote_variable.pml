// Rule: writing what somebody reads from outside can be seen.
// expect: verdict=deadlock,assertion plain=27 reduced=27
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  x = 3;
  g = 2
}
active proctype Q () {
  g == 1;
  assert (P[0]:x != 1);
  assert (P[0]:x != 2)
}
