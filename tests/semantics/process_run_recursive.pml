// Rule: a proctype can run itself.
// expect: verdict=verified states=14
byte deepest;
proctype Tree (byte depth) {
  deepest = (deepest < depth -> depth : deepest);
  if
  :: depth < 3 -> run Tree (depth + 1)
  :: depth >= 3
  fi
}
init {
  run Tree (1)
}
