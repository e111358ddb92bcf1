// Rule: a loop that nobody else can see is left room for others: each of its
// rounds has a state.
// expect: verdict=assertion plain=15 reduced=4
byte g;
active proctype P () {
  bit x;
  g = 1;
  do
  :: x = 1 - x
  od
}
active proctype Q () {
  byte y;
  g == 1;
  y = 2;
  assert (y != 2);
  do
  :: y == 2 -> y = 3
  :: y == 3 -> y = 2
  od
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
