// Rule: else is false while a send option can run.
// expect: verdict=deadlock states=18
chan c = [1] of { byte };
byte x;
active proctype P () {
  if
  :: c!1 -> x = 1
  :: else -> x = 2
  fi
}
active proctype Q () {
  c!2;
  c?_
}
