// Weak fairness: who can move only now and then may be left waiting.
// expect: fair ltl <> (done == 1) = ltl
byte open, done;
active proctype Door () {
  do
  :: open = 1 - open
  od
}
active proctype Guest () { open == 1; done = 1 }
