// Two processes wait for the same timeout: whoever gets it first.
// expect: safety = assertion
byte first;
active proctype P () { timeout -> assert (first == 2) }
active proctype Q () { timeout -> first = 2 }
