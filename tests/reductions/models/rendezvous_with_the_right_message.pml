// Whether a rendezvous is possible depends on the message.
// expect: safety = assertion
byte g;
chan c = [0] of { byte };
active proctype R () { g = 1 }
active proctype Q () { end: c?1 }
active proctype P () {
  if
  :: c!g -> assert (false)
  :: else -> assert (false)
  fi
}
