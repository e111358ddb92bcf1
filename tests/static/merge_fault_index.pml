// Rule: the same for an index that is out of bounds, in a choice, after a
// failed assertion.
// expect: verdict=deadlock,assertion,model-error plain=30 reduced=18
byte g;
active proctype P () {
  byte x, i;
  byte a[2];
  g = 1;
  i = 4;
  assert (i != 4);
  if
  :: a[i] == 1 -> x = 1
  :: i == 4 -> x = 2
  fi;
  g = 2
}
active proctype Q () {
  g == 1;
  assert (g == 2)
}
active proctype R () {
  g == 2;
  assert (false)
}
