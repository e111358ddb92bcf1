// expect-error: 4-6: \}|end|expect|syntax
byte x;
active proctype P () {
  x = 1
