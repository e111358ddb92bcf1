// Rule: timeout can be the escape.
// expect: verdict=verified states=21
byte x;
active proctype P () {
  {
    x = 1;
    x == 5;
    x = 6
  } unless {
    timeout -> x = 9
  }
}
active proctype Q () {
  if
  :: x = 5
  :: x = 4
  fi
}
