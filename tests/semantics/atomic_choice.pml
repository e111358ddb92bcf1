// Rule: a choice inside atomic is made in all ways.
// expect: verdict=verified states=16
byte x, y;
active proctype P () {
  atomic {
    if
    :: x = 1
    :: x = 2
    :: x = 3; y = 1
    fi;
    x = x + 10
  }
}
active proctype Q () {
  x > 10 -> y = x
}
