// Rule: a sender forgets what it sent by rendezvous and does not need again.
// expect: verdict=verified plain=26 reduced=14
chan c = [0] of { byte };
byte g;
active proctype S () {
  byte x;
  if
  :: x = 1; g = 1
  :: x = 2; g = 1
  :: x = 3; g = 1
  fi;
  c!x;
  g = 2;
  g = 3
}
active proctype R () {
  c?_
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { byte z; g; c?z; z }
