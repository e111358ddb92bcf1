// Rule: a failed assertion is reported and the run behind it is still searched.
// expect: verdict=assertion states=27
byte x;
active proctype P () {
  x = 1;
  assert (x == 1);
  x = 3
}
active proctype Q () {
  x = 2;
  x = 4
}
