// Rule: without optimisation the value of a dead local tells states apart.
// expect: verdict=verified states=53
byte g;
active proctype P () {
  byte t;
  if
  :: t = 1
  :: t = 2
  :: t = 3
  fi;
  g = t;
  g = 0;
  g = 1
}
active proctype Q () {
  g = 0
}
