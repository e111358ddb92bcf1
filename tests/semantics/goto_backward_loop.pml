// Rule: a backward goto makes a loop without any extra state.
// expect: verdict=verified states=43
byte x;
active [2] proctype P () {
top:
  x = (x + 1) % 4;
  if
  :: x != 0 -> goto top
  :: x == 0
  fi
}
