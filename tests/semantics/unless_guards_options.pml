// Rule: the escapes of options that begin with unless can all leave the
// choice; that of the last option has priority.
// expect: verdict=deadlock states=64
byte x, y;

active proctype P () {
  do
  :: { x = 1; y = 0 } unless { y == 1 }; x = 2
  :: { x = 3; y = 1 } unless { y >= 1; x = 4 }; break
  od;
  y == 2;
  if
  :: { { x = 5 } unless { y == 2 } }
  :: { { x = 6 } unless { y == 2; y = 3 } }
  fi;
  assert (y == 3)
}

active proctype Q () {
  y = 1;
  y = 2
}
