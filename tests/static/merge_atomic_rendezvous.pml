// Rule: while a process has not come to its receive yet, a sender inside of an
// atomic has to wait, and others see what it did before.
// expect: verdict=deadlock,assertion plain=19 reduced=16
chan c = [0] of { byte };
byte g, h, done;
active proctype P () {
  byte x;
  h = 1;
  x = 1;
  c?done
}
active proctype Q () {
  h == 1;
  atomic { g = 1; c!1 }
}
active proctype R () {
  (g == 1 && done == 0);
  assert (false)
}
