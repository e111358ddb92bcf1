// Rule: a constant in a receive must match the oldest message.
// expect: verdict=verified states=19
chan c = [2] of { byte };
byte x;
active proctype P () {
  if
  :: c!1; c!2
  :: c!2; c!1
  fi
}
active proctype Q () {
  if
  :: c?1 -> x = 1
  :: c?2 -> x = 2
  fi
}
