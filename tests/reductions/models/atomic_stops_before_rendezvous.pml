// A process in an atomic stops where nobody is ready for its rendezvous: what
// it does depends on whether the receiver has come to its receive.
// expect: safety = assertion
chan c = [0] of { byte };
byte g, h, done;
active proctype P () {
  byte x;
  h = 1;
  x = 1;
end:
  c?done;
end2:
  false
}
active proctype Q () {
  h == 1;
  atomic { g = 1; c!1 }
}
active proctype R () {
end:
  (g == 1 && done == 0);
  assert (false)
}
