// Rule: a receiver forgets what it got by rendezvous if nobody reads it.
// expect: verdict=verified plain=12 reduced=6
chan c = [0] of { byte };
byte g;
active proctype S () {
  if
  :: c!1
  :: c!2
  :: c!3
  fi
}
active proctype R () {
  byte x;
  c?x;
  g = 1;
  g = 2
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
