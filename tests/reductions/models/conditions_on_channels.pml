// Conditions on channels: nempty waits as a receive does and nfull as a send,
// but empty, full and what is negated can be spoiled by the other end.
// expect: safety = assertion,deadlock
chan c = [1] of { bit };
bit seen;

active proctype sender () {
  if
  :: nfull (c) -> c!0
  :: full (c) || empty (c) -> c!1
  fi;
  if
  :: !nfull (c) -> seen = 1
  :: nfull (c) -> skip
  fi
}

active proctype receiver () {
  bit b;
  if
  :: nempty (c) -> c?b
  :: empty (c) -> c?1
  fi;
  if
  :: nempty (c) || seen -> assert (!b)
  :: !nempty (c) -> skip
  fi
}
