// _nr_pr sees who is still alive.
// expect: safety = assertion
active proctype Counter () { assert (_nr_pr == 1) }
active proctype Mortal () { skip }
