byte x;
active proctype P () {
one: two:
  x++;
  if
  :: x < 3 -> goto one
  :: x < 5 -> goto two
  :: x >= 5 -> skip
  fi
}
active proctype Q () {
  x == 4 -> x = 1
}
