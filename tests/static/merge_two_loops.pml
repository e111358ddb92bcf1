// Rule: also if the loops are made of gotos and cross each other.
// expect: verdict=assertion plain=25 reduced=10
byte g;
active proctype P () {
  byte x;
  g = 1;
one:
  x = 1 - x;
two:
  if
  :: x == 0 -> goto one
  :: x == 1 -> x = 0; goto two
  :: skip -> goto three
  fi;
three:
  x = 0;
  goto two
}
active proctype Q () {
  g == 1;
  assert (false)
}
