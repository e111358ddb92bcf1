// Rule: a value that is received is cut to the width of the variable.
// expect: verdict=verified
// SPIN errs: it puts the cut value back into the channel when it backtracks.
chan c = [1] of { byte };
bit b;
byte x;
active proctype P () {
  c!2;
  c?b;
  assert (b == 0)
}
active proctype Q () {
  if
  :: c?[2] -> x = 1
  :: c?[0] -> assert (false)
  :: x == 0 -> x = 2
  fi
}
