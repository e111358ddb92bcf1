// expect-error: 4: ;|expression|operand|expect|syntax
byte x;
active proctype P () {
  x = x + ;
  x = 2
}
