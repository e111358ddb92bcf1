// Rule: while a process has not come to its receive yet, a sender of high
// priority does not keep others from running.
// expect: verdict=assertion plain=15 reduced=15
chan c = [0] of { byte };
byte h, done;
active proctype P () priority 2 {
  byte x;
  h = 1;
  x = 1;
  c?done
}
active proctype Q () priority 5 {
  c!1
}
active proctype R () priority 2 {
  h == 1;
  assert (done == 1)
}
