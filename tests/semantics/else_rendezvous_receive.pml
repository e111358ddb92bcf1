// Rule: a rendezvous receive never disables else.
// expect: verdict=verified states=8
chan c = [0] of { byte };
byte x, v;
active proctype P () {
  if
  :: c?v -> x = 2
  :: else -> x = 5
  fi
}
active proctype Q () {
end:
  c!1
}
