// Rule: a process that waits for ever in local code is in a deadlock there.
// expect: verdict=deadlock,assertion plain=9 reduced=4
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  x == 2;
  g = 2
}
active proctype Q () {
  g == 1;
  assert (false)
}
