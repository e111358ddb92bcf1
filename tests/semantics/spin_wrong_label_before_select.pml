// Rule: a jump to select comes before all it does (SPIN 6.5.2 leaves out the
// first assignment).
// expect: verdict=verified states=10
byte x = 2, n = 1;
active proctype P () { goto L; L: select (x : 0 .. n); assert (x <= 1) }
