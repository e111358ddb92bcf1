// Rule: an option that holds nothing but skip is a step.
// expect: verdict=verified states=26
byte x;
active proctype P () {
  do
  :: x < 2 -> x++
  :: x == 2 -> break
  od
}
active proctype Q () {
  if
  :: skip
  :: x == 1 -> x = 0
  :: true
  fi
}
