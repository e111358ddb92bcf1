// Rule: else can run only when no other option can.
// expect: verdict=verified states=25
byte x, y;
active proctype P () {
  if
  :: x == 1 -> y = 1
  :: x == 2 -> y = 2
  :: else -> y = 3
  fi
}
active proctype Q () {
  x = 1;
  x = 2
}
