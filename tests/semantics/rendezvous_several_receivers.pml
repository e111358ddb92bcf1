// Rule: each ready receiver is a partner of its own.
// expect: verdict=verified states=14
chan c = [0] of { byte };
byte x;
active proctype S () {
  c!1
}
active [2] proctype R () {
  byte v;
  if
  :: c?v -> x = _pid
  :: x != 0
  fi
}
