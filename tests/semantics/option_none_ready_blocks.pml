// Rule: if and do wait until an option can run; the state is not an end.
// expect: verdict=deadlock states=10
byte x;
active proctype P () {
  if
  :: x == 3 -> x = 4
  :: x == 4 -> x = 5
  fi
}
active proctype Q () {
  if
  :: x = 3
  :: x = 1
  fi
}
