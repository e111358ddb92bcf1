// Rule: what the property speaks of is read.
// expect: verdict=verified plain=5 reduced=3
// ltl: [] (x != 2)
// mutant: 105
byte x;
active proctype P () { x = 1; x = 2; x = 1 }
