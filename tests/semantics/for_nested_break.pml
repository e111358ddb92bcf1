// Rule: break leaves a for as it leaves a do.
// expect: verdict=verified states=32
byte i, j, n;
active proctype P () {
  for (i : 0 .. 2) {
    for (j : 0 .. 2) {
      if
      :: i == j -> break
      :: else -> n++
      fi
    }
  }
  assert (n == 3)
}
