// Rule: a never claim that is not asked for changes nothing.
// expect: verdict=verified states=13
byte x;
active [2] proctype P () {
  x++;
  x++
}
never {
  do
  :: x == 4 -> break
  :: true
  od
}
