// Rule: a rendezvous send disables else only when a receiver is ready.
// expect: verdict=verified states=12
chan c = [0] of { byte };
byte x;
active proctype P () {
  if
  :: c!1 -> x = 2
  :: else -> x = 5
  fi
}
active proctype Q () {
  byte v;
  x = 1;
end:
  c?v
}
