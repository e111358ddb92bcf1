// Rule: the constant 1 as a guard is treated like skip.
// expect: verdict=deadlock states=12
byte x;
active proctype P () {
  if
  :: 1 -> x = 1
  :: (1) -> x = 2
  :: 2 -> x = 3
  fi
}
active proctype Q () {
  x > 1 -> x = 0
}
