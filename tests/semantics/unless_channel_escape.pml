// Rule: a receive can be the escape.
// expect: verdict=verified states=31
chan alarm = [1] of { byte };
byte x;
active proctype P () {
  {
    x = 1;
    x = 2;
    x = 3
  } unless {
    alarm?7 -> x = 9
  }
}
active proctype Q () {
  if
  :: alarm!7
  :: alarm!8
  fi
}
