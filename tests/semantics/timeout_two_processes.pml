// Rule: timeout is true for every process at once.
// expect: verdict=verified states=15
byte x;
active [2] proctype P () {
  if
  :: timeout -> x++
  :: x == 9
  fi;
  assert (x < 3)
}
