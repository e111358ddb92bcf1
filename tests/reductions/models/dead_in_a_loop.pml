// A variable that is dead until the loop comes round.
// expect: safety = assertion
active proctype A () {
  byte x, n;
  do
  :: n < 2 -> x = n; n++; if :: x == 1 -> assert (n == 1) :: else fi
  :: n == 2 -> break
  od
}
active proctype B () { byte own; own = 1; own = 2 }
