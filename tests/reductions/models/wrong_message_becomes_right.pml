// A receive that is not possible, while another one from the same channel is,
// is not helped by further messages; but by another value of what it expects.
// expect: safety = assertion
chan c = [1] of { byte };
byte expected = 5;
active proctype Receiver () {
  c ! 1;
  if
  :: c ? 1
  :: c ? eval (expected) -> assert (false)
  fi
}
active proctype Teacher () { expected = 1 }
