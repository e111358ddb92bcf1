// Elements are told apart by the number of the process, but not from one that
// is read through a variable.
// expect: safety = assertion
byte a[3];
byte i;
active [2] proctype P () { a[_pid] = 1; a[_pid] = 2 }
active proctype Reader () { i = 1; assert (a[i] != 1) }
