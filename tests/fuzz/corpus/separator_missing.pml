byte x
byte y
active proctype P () {
  x = 1
  if
  :: x == 1 -> x = 2
  :: x == 0 -> x = 3
  fi
  x = 4
}
active proctype Q () {
  y = x
  y = 0
}
