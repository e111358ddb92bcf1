// Rule: what selects an element that is read is read.
// expect: verdict=assertion plain=7 reduced=6
// mutant: 102
byte i, a[2];
active proctype P () { i = 1; a[i] = 1 }
active proctype Q () { a[1] == 1 -> assert (false) }
