// Rule: an escape that begins with a choice lends each of its guards.
// expect: verdict=verified states=49
byte x, a;
active proctype P () {
  {
    x = 1;
    x = 2;
    x = 3
  } unless {
    if
    :: a == 1 -> x = 11
    :: a == 2 -> x = 12
    fi
  }
}
active proctype Q () {
  if
  :: a = 1
  :: a = 2
  :: a = 3
  fi
}
