// A new process can be ready for a rendezvous at once: starting it does not
// commute with an else beside a send.
// expect: safety = assertion,deadlock
chan c = [0] of { byte };
byte n;
active proctype P () {
  if
  :: c!1
  :: else -> n = 1
  fi
}
proctype Q () { c?1; assert (n) }
active proctype R () { run Q (); assert (n == 0) }
