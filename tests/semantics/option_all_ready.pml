// Rule: of several options that can run each is tried.
// expect: verdict=verified states=59
byte a, b;
active proctype P () {
  if
  :: a = 1
  :: a = 2
  :: a = 3
  :: b == 0 -> a = 4
  fi;
  b = a
}
active proctype Q () {
  b = 1;
  b = 0
}
