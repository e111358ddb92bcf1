// Rule: else goes before timeout.
// expect: verdict=verified states=8
byte x;
active proctype P () {
  if
  :: timeout -> x = 1
  :: else -> x = 2
  fi;
  assert (x == 2)
}
active proctype Q () {
  timeout -> assert (x == 2)
}
