// expect-error: 5: break
byte x;
active proctype P () {
  if
  :: x == 0 -> break
  :: else -> skip
  fi
}
