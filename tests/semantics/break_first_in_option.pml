// Rule: a bare break as an option is a choice that takes a step.
// expect: verdict=verified states=57
byte x;
active [2] proctype P () {
  do
  :: x < 2 -> x++
  :: break
  od;
  x = 0
}
