// Rule: an else belongs to the innermost if.
// expect: verdict=verified states=29
byte x, y;
active proctype P () {
  if
  :: x < 2 ->
     if
     :: x == 1 -> y = 1
     :: else -> y = 2
     fi
  :: else -> y = 3
  fi
}
active proctype Q () {
  x = 1;
  x = 2
}
