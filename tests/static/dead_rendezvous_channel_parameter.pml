// Rule: the same through channels that are known only at run time.
// expect: verdict=verified plain=502 reduced=237
chan meet = [0] of { byte };
chan keep = [1] of { byte };
byte g;
proctype S (chan c) {
  byte x;
  if
  :: x = 1; g = 1
  :: x = 2; g = 1
  fi;
  c!x;
  g = 2
}
proctype R (chan c) {
  byte y;
  c?y;
  g = 3
}
init {
  atomic { run S (meet); run R (meet); run S (keep); run R (keep) }
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { byte z; g; meet?z; keep?z; z }
