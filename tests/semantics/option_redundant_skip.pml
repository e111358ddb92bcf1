// Rule: skip and true as guards before another statement are pruned from options.
// expect: verdict=verified states=21
byte x, y;
active proctype P () {
  if
  :: skip; x = 1
  :: true -> x = 2
  :: x = 3
  fi;
  y = x
}
active proctype Q () {
  y > 0 -> x = 0
}
