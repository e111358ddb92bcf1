// Single steps around a loop, none of which need be stored, must not keep the
// other process from ever moving.
// expect: safety = assertion
chan own = [1] of { byte };
byte x;
active proctype Other () { x = 1; assert (x == 0) }
active proctype Loop () {
  do
  :: own ! 1; own ? _
  od
}
