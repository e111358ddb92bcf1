// Rule: a goto out of the main part leaves the escape behind.
// expect: verdict=verified states=24
byte x, a;
active proctype P () {
  {
    x = 1;
    if
    :: x == 1 -> goto out
    :: a == 1 -> x = 3
    fi
  } unless {
    a == 1 -> x = 9
  };
  x = 4;
out:
  x = 5;
  x = 6
}
active proctype Q () {
  a = 1
}
