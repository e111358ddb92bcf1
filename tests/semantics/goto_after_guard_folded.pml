// Rule: a goto behind a guard of an option is folded into the guard.
// expect: verdict=verified states=13
byte x, y;
active proctype P () {
again:
  if
  :: x < 3 ->
     goto more
  :: x == 3 ->
     goto out
  fi;
more:
  x++;
  goto again;
out:
  y = 1
}
active proctype Q () {
  y == 1 -> y = 2
}
