// expect-error: 6: ghost
byte x;
active proctype P () {
  x = 1
}
ltl p { [] (ghost == 0) }
