// else sees that a channel is empty.
// expect: safety = assertion
chan c = [1] of { byte };
active proctype Receiver () {
  byte x;
  if
  :: c?x
  :: else -> assert (false)
  fi
}
active proctype Sender () { c!1 }
