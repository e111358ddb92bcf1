// Rule: a goto may enter the middle of an option of another construct.
// expect: verdict=deadlock states=16
byte x, y;
active proctype P () {
  if
  :: x == 0 -> goto inside
  :: x == 5 -> y = 1;
inside:
     y = 2;
     y = 3
  fi;
  x = 1
}
active proctype Q () {
  x = 5;
  x == 1
}
