// Rule: where nobody can tell, local code before a rendezvous is merged.
// expect: verdict=verified plain=19 reduced=12
chan c = [0] of { byte };
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = x + 1;
  c!x;
  x = 0
}
active proctype Q () {
  byte y;
  g == 1;
  y = 1;
  c?y;
  y = y + 1;
  g = y
}
