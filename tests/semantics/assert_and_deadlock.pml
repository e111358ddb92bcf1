// Rule: one model can have failed assertions and invalid end states.
// expect: verdict=deadlock,assertion states=16
byte x;
active proctype P () {
  x++;
  assert (x != 2);
  x == 2
}
active proctype Q () {
  x++;
  x == 1
}
