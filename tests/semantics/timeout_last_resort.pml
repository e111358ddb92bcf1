// Rule: timeout is true when no other statement of any process can run.
// expect: verdict=verified states=7
byte x;
active proctype P () {
  if
  :: x == 7 -> x = 8
  :: timeout -> x = 1
  fi
}
active proctype Q () {
  x = 2;
  x = 3
}
