// Rule: what a receive gets is forgotten at once if nobody reads it.
// expect: verdict=verified plain=14 reduced=8
chan c = [1] of { byte, byte };
byte g;
active proctype P () {
  byte x, y;
  if
  :: c!1, 1
  :: c!2, 1
  :: c!3, 1
  fi;
  c?x, y;
  g = y;
  g = 2
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { byte z; g; c?z,_; z }
