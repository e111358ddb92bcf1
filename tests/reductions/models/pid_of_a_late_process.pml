// A death is not local: the number that a process gets depends on who is still
// there.  (SPIN 6.5.2 misses this assertion under partial order reduction.)
// expect: safety = assertion
proctype Child () { assert (_pid != 2) }
active proctype Parent () { run Child () }
active proctype Other () { skip }
