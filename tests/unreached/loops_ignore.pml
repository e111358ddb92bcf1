/* A loop that never ends: without a proviso a reduction could follow it for
   ever and take the statements of the other process for dead. */
byte a, b;
active proctype Left () {
  b = 1;
  b = 2;
  if
  :: b == 3 ->
     b = 4;
  :: else ->
     b = 5;
  fi;
}
active proctype Right () {
  do
  :: a = 1;
     a = 0;
  od;
}
