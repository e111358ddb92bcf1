// Two loops that can go on together for ever (for products of steps).
// expect: safety = assertion
// expect: ltl [] (x == 0) = ltl
byte x;
active [2] proctype Loop () {
  byte n;
  do
  :: n = 1 - n
  od
}
active proctype Other () { x = 1; assert (x == 0) }
