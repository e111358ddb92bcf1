// Rule: of nested escapes the inner one goes first, and the outer covers the inner one.
// expect: verdict=verified states=83
byte x, a, b;
active proctype P () {
  {
    {
      x = 1;
      x = 2
    } unless {
      a == 1 -> x = 10;
      x = 11
    };
    x = 3
  } unless {
    b == 1 -> x = 20
  };
  x = 0
}
active proctype Q () {
  if
  :: a = 1
  :: b = 1
  :: a = 1; b = 1
  fi
}
