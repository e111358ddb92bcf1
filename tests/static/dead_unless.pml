// Rule: what an escape reads is live wherever it can be taken.
// expect: verdict=assertion plain=38 reduced=28
byte g, stop;
active proctype P () {
  byte x;
  x = 5;
  { g = 1;
    g = 2;
    x = 6;
    g = 3
  } unless { stop -> assert (x == 0) }
}
active proctype Q () {
  stop = 1
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g && stop }
