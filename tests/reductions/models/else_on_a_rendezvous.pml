// else beside a rendezvous: is the partner ready?
// expect: safety = assertion,deadlock
chan c = [0] of { byte };
active proctype Receiver () {
  byte x;
  if
  :: c?x -> assert (x == 2)
  :: else -> assert (x == 1)
  fi
}
active proctype Sender () { byte own; own = 1; c!own }
