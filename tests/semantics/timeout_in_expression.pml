// Rule: timeout can be combined with a condition.
// expect: verdict=verified states=7
byte x;
active proctype P () {
  if
  :: timeout && x == 1 -> x = 5
  :: x == 4
  fi
}
active proctype Q () {
  x = 1;
  x == 5
}
