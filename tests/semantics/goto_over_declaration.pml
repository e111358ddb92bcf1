// Rule: a goto over a declaration leaves the variable as it was, zero at the start.
// expect: verdict=assertion states=26
byte x;
active proctype P () {
  if
  :: x == 0 -> goto over
  :: x == 1
  fi;
  byte k = 7;
over:
  x = x + k;
  assert (x == 0 || x == 8)
}
active proctype Q () {
  x == 0 -> x = 1
}
