// expect-error: 7-8: fi|::|\}|if
byte x;
active proctype P () {
  if
  :: x == 0 -> x = 1
  :: else -> x = 2
}
