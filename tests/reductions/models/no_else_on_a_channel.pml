// ... and that it is not.
// expect: safety = assertion
chan c = [1] of { byte };
active proctype Sender () { c!1 }
active proctype Receiver () {
  byte x;
  if
  :: c?x -> assert (false)
  :: else
  fi
}
