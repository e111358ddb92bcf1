// Which receiver a rendezvous has depends on more than on where the processes
// are and which transitions are possible.
// expect: safety = deadlock
chan c = [0] of { byte };
byte g, h, ready;
active proctype P () { ready; c!1 }
active proctype Q () { end: c?eval (g) }
active proctype R () {
  ready;
  if
  :: c?eval (h)
  :: skip
  fi
}
active proctype S () {
  if
  :: g = 1
  :: h = 1
  fi;
  ready = 1
}
