// A receive whose message is not the first one stays blocked whatever is sent,
// until somebody receives; ?? does not.
// expect: safety = assertion
chan c = [2] of { byte };
chan d = [2] of { byte };

active proctype source () {
  c!1;
  c!2;
  d!1;
  d!2
}

active proctype sink () {
  if
  :: c?1 -> c?2
  :: c?2 -> assert (false)
  fi;
  if
  :: d?1 -> skip
  :: d??2 -> assert (false)
  fi
}

active proctype thief () {
  if
  :: c?1 -> skip
  :: empty (c) -> skip
  fi
}
