byte x;
active proctype P () {
  x == 1;
  x = 2;
  x == 9
}
active proctype Q () {
  if
  :: enabled (0) -> x = 7
  :: x == 2 -> x = 9
  fi
}
active proctype R () {
  x = 1
}
