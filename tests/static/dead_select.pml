// Rule: select writes its variable.
// expect: verdict=verified plain=20 reduced=15
byte g;
active proctype P () {
  byte x;
  select (x : 1 .. 4);
  g = x;
  g = 1;
  select (x : 1 .. 2);
  g = x;
  g = 0
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
