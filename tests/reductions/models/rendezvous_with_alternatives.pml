// Each alternative of a rendezvous has its partner.
// expect: safety = assertion,deadlock
chan c = [0] of { byte };
chan d = [0] of { byte };
active proctype Chooser () {
  if
  :: c!1
  :: d!1
  fi
}
active proctype Left () { byte x; c?x }
active proctype Right () { byte x; d?x; assert (false) }
