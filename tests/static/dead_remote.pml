// Rule: what is read from outside is never forgotten.
// expect: verdict=assertion plain=8 reduced=8
byte g;
active proctype P () {
  byte x;
  x = 3;
  g = 1;
  g = 2
}
active proctype Q () {
  g == 2 -> assert (P[0]:x != 3)
}
