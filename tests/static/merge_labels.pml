// Rule: progress and accept labels can be seen, end labels and others not.
// expect: verdict=verified plain=50 reduced=35
byte g;
active proctype P () {
  byte x;
  g = 1;
end1:
  x = 1;
plain:
  x = 2;
  x = 3;
progress:
  x = 4;
  x = 5;
accept:
  x = 6;
  x = 7;
  g = x
}
active proctype Q () {
  g = 2
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
