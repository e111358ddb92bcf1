// Only an unfair run keeps the writer from its step.
// expect: ltl <> (done == 1) = ltl
// expect: fair ltl <> (done == 1) = verified
// expect: fair ltl [] (done == 0) = ltl
byte done;
active proctype Loop () {
  byte n;
  do
  :: n = 1 - n
  od
}
active proctype Writer () { done = 1 }
