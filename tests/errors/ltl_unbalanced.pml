// expect-error: 6: \}|\)|formula|ltl
byte x;
active proctype P () {
  x = 1
}
ltl p { [] (x == 0 }
