// Rule: a timeout waits for local code.
// expect: verdict=assertion plain=16 reduced=8
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g == 3;
  assert (x != 2)
}
active proctype Q () {
  byte y;
  timeout;
  y = 1;
  g = 3;
  y = 2
}
