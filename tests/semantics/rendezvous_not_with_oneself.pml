// Rule: a process cannot be its own partner.
// expect: verdict=deadlock states=1
chan c = [0] of { byte };
byte x;
active proctype P () {
  if
  :: c!1
  :: c?x
  fi;
  x = 2
}
