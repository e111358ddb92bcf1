// Who starts a process computes its initial values, which may look at where
// others are.
// expect: safety = assertion
active proctype W () { skip; done: skip; end: do :: false od }
proctype Child () { bool n = W[0]@done; assert (!n); end: do :: false od }
active proctype Parent () { run Child (); end: do :: false od }
