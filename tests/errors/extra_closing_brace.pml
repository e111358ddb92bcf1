// expect-error: 6: \}|expect|syntax
byte x;
active proctype P () {
  x = 1
}
}
