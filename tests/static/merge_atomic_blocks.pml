// Rule: local code after an atomic that had to wait in its middle.
// expect: verdict=verified plain=20 reduced=10
chan c = [1] of { byte };
byte g;
active proctype P () {
  byte x;
  atomic { g = 1; c?x; g = 0 };
  x = 1;
  x = 2;
  g = 3
}
active proctype Q () {
  byte y;
  g == 1;
  y = 1;
  c!1;
  y = 2
}
