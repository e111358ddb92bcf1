// A message makes its receiver able to move until it has moved: to send it early
// is fair where there is one receiver, and not where another may take it away.
// expect: fair ltl <> (got == 1) = ltl
// expect: fair ltl <> (own == 1) = verified
chan c = [1] of { byte };
chan d = [1] of { byte };
byte got, own;
active proctype S () {
  do
  :: c!1
  od
}
active proctype A () {
  do
  :: c?1
  od
}
active proctype B () {
  c?1;
  got = 1
}
active proctype T () {
  byte l;
  l = 1;
  d!1
}
active proctype U () {
  d?1;
  own = 1
}
