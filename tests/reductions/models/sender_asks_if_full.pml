// With nfull or full a sender sees the receiver.
// expect: safety = assertion
chan c = [1] of { byte };
active proctype Sender () {
  c!1;
  if
  :: full (c) -> skip
  :: nfull (c) -> assert (false)
  fi;
}
active proctype Receiver () { byte x; c?x }
