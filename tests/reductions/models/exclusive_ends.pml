// One sender, one receiver: order between the two ends does not matter, yet
// all that is received is seen.
// expect: safety = assertion
// expect: ltl [] !(sum == 3) = ltl
chan c = [2] of { byte };
byte sum;
active proctype Sender () { byte own; own = 1; c!own; own = 2; c!own }
active proctype Receiver () {
  byte x;
  c?x;
  sum = sum + x;
  c?x;
  sum = sum + x;
  assert (sum != 3);
}
