// The same the other way round: the child gets the number of one who has died.
// expect: safety = assertion
proctype Child () { assert (_pid != 1) }
active proctype Parent () { run Child () }
active proctype Other () { skip }
