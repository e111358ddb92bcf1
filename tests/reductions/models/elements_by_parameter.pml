// Two processes with the same parameter share an element.
// expect: safety = assertion
byte a[2];
proctype P (byte me) { a[me]++; assert (a[me] < 2) }
init { atomic { run P (1); run P (1) } }
