// expect-error: 6: \}
byte x;
active proctype P () {
  x = 1
}
}
