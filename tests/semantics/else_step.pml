// Rule: else is a step of its own before what follows it.
// expect: verdict=verified states=16
byte x, y;
active proctype P () {
  if
  :: x == 9
  :: else
  fi;
  y = 1
}
active proctype Q () {
  x = 9;
  y = 2
}
