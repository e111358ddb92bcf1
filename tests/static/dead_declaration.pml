// Rule: a variable that is declared late is written there, not before.
// expect: verdict=assertion plain=22 reduced=12
byte g;
active proctype P () {
  byte n;
  do
  :: n < 2 ->
    byte x = 4;
    byte a[2] = 5;
    g = x + a[1];
    assert (g != 9);
    x = 7;
    a[0] = n;
    g = a[1];
    n++
  :: else -> break
  od;
  g = 0
}
