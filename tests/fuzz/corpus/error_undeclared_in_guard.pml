byte x;
active proctype P () {
  if
  :: x == unknown_limit -> x = 1
  :: else -> x = 2
  fi
}
