// Rule: a process of higher priority goes first, also through local code.
// expect: verdict=assertion plain=12 reduced=9
byte g;
active proctype P () priority 1 {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g = 2
}
active proctype Q () priority 5 {
  byte y;
  g == 1;
  y = 1;
  assert (g != 1);
  g == 2;
  assert (y != 1)
}
