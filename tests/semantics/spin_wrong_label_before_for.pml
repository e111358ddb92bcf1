// Rule: a jump to for comes before all it does (SPIN 6.5.2 leaves out the
// first assignment).
// expect: verdict=verified states=11
byte i = 9, n;
active proctype P () { goto L; L: for (i : 0 .. 1) { n++ } assert (n == 2) }
