// A whole loop in atomic steps, all local.
// expect: safety = assertion
byte g;
active proctype Loop () {
  byte own;
  do
  :: atomic { own = 1; own = 0 }
  od
}
active proctype Other () { g = 1; assert (g == 0) }
