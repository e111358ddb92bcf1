// Rule: a process that others can stop is seen where it stops.
// expect: verdict=deadlock plain=25 reduced=17
byte g;
bit on = 1;
active proctype P () provided (on) {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g = x
}
active proctype Q () {
  byte y;
  g == 1;
  on = 0;
  y = 1;
  y = 2
}
