// Rule: an unless that begins an option has its escape from the first step on.
// expect: verdict=verified states=17
byte g, x;
active proctype P () {
  if
  :: { x = 1; x = 2 } unless { g < 1 -> x = 5 }
  fi;
  x = 7
}
active proctype Q () {
  g = 1
}
