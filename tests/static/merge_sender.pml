// Rule: nobody can tell that a sender is ready but those who receive: a
// process may be merged up to its send, whatever others do.
// expect: verdict=deadlock,assertion plain=14 reduced=8
chan c = [0] of { byte };
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  c!1
}
active proctype Q () {
  byte y;
  g == 1;
  if
  :: c?y
  :: else -> assert (false)
  fi
}
