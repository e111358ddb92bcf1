// Whether a rendezvous is possible, and with it an else beside the send,
// depends on a variable that only the receiver looks at.
// expect: safety = assertion
chan c = [0] of { byte };
byte g, n;
active proctype Q () { end: c?eval (g) }
active proctype P () {
  if
  :: c!1
  :: else -> n = 1
  fi
}
active proctype R () { g = 1; assert (n == 0) }
