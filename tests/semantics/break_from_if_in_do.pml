// Rule: break inside an if leaves the enclosing do.
// expect: verdict=deadlock states=26
byte x, y;
active proctype P () {
  do
  :: x++;
     if
     :: x == 3 -> break
     :: x != 3 -> y = x
     fi
  od;
  y = 9
}
active proctype Q () {
  y == 2 -> y = 7
}
