// Rule: a process stuck inside atomic is in an invalid end state.
// expect: verdict=deadlock states=14
byte x;
active proctype P () {
  atomic {
    x = 1;
    x == 2;
    x = 3
  }
}
active proctype Q () {
  if
  :: x = 2
  :: x == 1 -> x = 4
  fi
}
