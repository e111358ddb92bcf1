// Rule: locals, their initial values and parameters that nobody reads.
// expect: verdict=verified plain=35 reduced=21
byte x;
proctype P (byte unused) { byte y = x; byte a[2] = {3, 4}; y = 2; a[1] = y; x == 1 }
active proctype Q () { run P (1); run P (2); x = 1 }
