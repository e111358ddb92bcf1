// Parameters and _pid in initial values are those of the new process, not of
// who starts it.
// expect: safety = assertion
byte g[4];
proctype Child (byte k) { byte n = g[k]; assert (n == 0); end: do :: false od }
proctype Parent (byte a) { run Child (2 - a); end: do :: false od }
active proctype W () { g[2] = 1; end: do :: false od }
init { run Parent (0); end: do :: false od }
