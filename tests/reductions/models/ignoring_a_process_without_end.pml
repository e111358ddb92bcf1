// The same with a loop over a channel that only its process uses.
// expect: safety = assertion
chan mine = [1] of { byte };
byte x;
active proctype Loop () {
  byte n;
  do
  :: mine!1; mine?n
  od
}
active proctype Other () { x = 1; assert (x == 0) }
