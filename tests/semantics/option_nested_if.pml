// Rule: an if as the first statement of an option lends it its own guards.
// expect: verdict=verified states=45
byte x = 1, y;
active proctype P () {
  if
  :: if
     :: x == 1 -> y = 1
     :: x == 2 -> y = 2
     fi
  :: do
     :: x == 3 -> y = 3; break
     od
  fi;
  y = y + 10
}
active proctype Q () {
  if
  :: x = 2
  :: x = 3
  :: skip
  fi
}
