// Rule: a choice whose option is an atomic with visible statements is not
// silent, though all its guards are local.
// expect: verdict=deadlock,assertion plain=10 reduced=8
byte g, h;
active proctype P () {
  byte x;
  g = 1;
  if
  :: atomic { x == 0 -> g = 0; h = 1 }
  :: else
  fi
}
active proctype Q () {
  g == 1;
  assert (false)
}
