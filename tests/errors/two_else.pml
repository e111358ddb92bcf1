// expect-error: 4-8: else
byte x;
active proctype P () {
  if
  :: x == 1 -> skip
  :: else -> x = 1
  :: else -> x = 2
  fi
}
