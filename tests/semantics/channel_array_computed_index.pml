// Rule: the index of a channel in an array is an expression.
// expect: verdict=verified states=18
chan ring[3] = [1] of { byte };
proctype Node (byte me) {
  byte token;
  ring[me]?token;
  if
  :: token < 3 -> ring[(me + 1) % 3]!(token + 1)
  :: token >= 3
  fi
}
init {
  atomic {
    run Node (0);
    run Node (1);
    run Node (2);
    ring[1]!1
  }
}
