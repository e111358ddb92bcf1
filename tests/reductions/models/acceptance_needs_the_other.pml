// A cycle that goes through two processes.
// expect: acceptance = acceptance-cycle
// expect: ltl [] <> (x == 1) = verified
// expect: ltl <> [] (x == 1) = ltl
// expect: ltl [] (x == 1 -> <> (x == 0)) = verified
chan go = [1] of { byte };
chan back = [1] of { byte };
byte x;
active proctype A () {
  byte own;
  do
  :: x = 1; go!1; own = 1; back?own; own = 0
  od
}
active proctype B () {
  byte own;
  do
  :: go?own; own = 2;
accept:
     x = 0; back!1
  od
}
