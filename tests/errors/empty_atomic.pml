// expect-error: 4: \}|atomic|empty|statement
byte x;
active proctype P () {
  atomic { };
  x = 1
}
