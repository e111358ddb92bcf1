// Rule: a goto into the middle of an atomic arrives outside its protection until the next step.
// expect: verdict=verified states=13
byte x, y;
active proctype P () {
  if
  :: x == 0 -> goto inside
  :: x == 1
  fi;
  atomic {
    x = 5;
inside:
    x = 6;
    x = 7;
    x = 8
  }
}
active proctype Q () {
  y = x
}
