// Rule: assertions about locals fail in the middle of merged code, and the
// rest of it is executed.
// expect: verdict=assertion plain=11 reduced=5
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  assert (x != 1);
  x = 2;
  assert (x != 2);
  x = 3;
  assert (x == 3);
  g = x;
  assert (g != 3)
}
