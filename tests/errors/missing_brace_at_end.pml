// expect-error: 4-6: \}|end
byte x;
active proctype P () {
  x = 1
