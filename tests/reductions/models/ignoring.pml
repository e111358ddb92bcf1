// The ignoring problem: someone who only goes round must not be the only one
// who is looked at, whatever his place among the others.
// expect: safety = assertion
// expect: ltl [] (x == 0) = ltl
// expect: ltl <> (x == 1) = ltl
byte x;
active proctype Before () {
  byte n;
  do
  :: n = 1 - n
  od
}
active proctype Between () {
  byte own;
  own = 1;
  assert (own == 2);
  x = 1;
}
active proctype Behind () {
  byte n;
  do
  :: n = 1 - n
  od
}
