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
