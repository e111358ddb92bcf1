// Rule: a process that leaves an atomic runs on through local code, but no
// further.
// expect: verdict=deadlock,assertion plain=18 reduced=8
byte g;
active proctype P () {
  byte x;
  atomic { g = 1; x = 2 };
  x = x + 1;
  x = x * 2;
  g = x
}
active proctype Q () {
  g == 1;
  assert (false)
}
