// A poll does not take, but it sees.
// expect: safety = assertion
chan c = [1] of { byte };
active proctype Sender () { c!3 }
active proctype Receiver () { byte x; c?x }
active proctype Watcher () {
  if
  :: c?[3] -> assert (false)
  :: else
  fi
}
