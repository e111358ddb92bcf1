// expect-error: 4: ;|expression|operand
byte x;
active proctype P () {
  x = x + ;
  x = 2
}
