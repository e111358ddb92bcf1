// Rule: the fields of a send are expressions, evaluated when the send happens.
// expect: verdict=verified states=27
chan c = [1] of { byte, byte };
byte x = 1, got;
active proctype P () {
  c!(x + 1), (x > 1 -> 5 : 6);
  x = 7
}
active proctype Q () {
  byte y;
  x++;
  c?got, y;
  assert ((got == 2 && y == 6) || (got == 3 && y == 5))
}
