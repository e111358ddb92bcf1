byte x;
active proctype P () {
  do
  :: x < 3 -> x++
  :: else -> break
  fi
}
