// Rule: an end label after the blocking statement does not help.
// expect: verdict=deadlock states=10
byte x;
active proctype P () {
  x == 4;
end:
  x = 5
}
active proctype Q () {
  if
  :: x = 4
  :: x = 3
  fi
}
