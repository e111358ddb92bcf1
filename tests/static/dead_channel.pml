// Rule: a variable that owns a channel is never forgotten, one that only
// names a channel is.
// expect: verdict=assertion plain=17 reduced=15
chan a = [1] of { byte };
chan b = [1] of { byte };
byte g;
active proctype P () {
  chan mine = [1] of { byte };
  chan other;
  byte x;
  if
  :: other = a
  :: other = b
  fi;
  other!3;
  g = 1;
  mine!4;
  g = 2;
  mine?x;
  assert (x != 4)
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
