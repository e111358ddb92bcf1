// expect-error: 5-9: inside|d_step
byte x;
active proctype P () {
  if
  :: x == 0 -> goto inside
  :: x == 1 -> skip
  fi;
  d_step { x = 1;
inside: x = 2 }
}
