// Rule: the argument of a run is read if the parameter is.
// expect: verdict=assertion plain=10 reduced=6
// mutant: 106
byte x, y;
proctype P (byte used; byte unused) { assert (used != 1) }
active proctype Q () { x = 1; y = 2; run P (x, y); y = 3 }
