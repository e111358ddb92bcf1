// Rule: a local choice is made at once, in every way.
// expect: verdict=assertion plain=122 reduced=66
byte g;
active proctype P () {
  byte x;
  g = 1;
  if
  :: x = 1
  :: x = 2 -> x = x + 1
  :: skip
  fi;
  if
  :: x == 1 -> x = 5
  :: x == 3 -> x = 6
  :: else -> x = 7
  fi;
  g = x;
  assert (g != 5);
  assert (g != 6);
  assert (g != 7)
}
active proctype Q () {
  g = 9
}
