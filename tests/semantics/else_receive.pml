// Rule: else is false while a receive option can run.
// expect: verdict=verified states=15
chan c = [1] of { byte };
byte x, v;
active proctype P () {
  if
  :: c?v -> x = 2
  :: else -> x = 5
  fi
}
active proctype Q () {
  c!3
}
