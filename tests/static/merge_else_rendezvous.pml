// Rule: while a process has not come to its receive yet, a sender's else is
// possible: getting there can be seen.
// expect: verdict=deadlock,assertion plain=14 reduced=12
chan c = [0] of { byte };
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  c?x
}
active proctype Q () {
  g == 1;
  if
  :: c!1
  :: else -> assert (false)
  fi
}
