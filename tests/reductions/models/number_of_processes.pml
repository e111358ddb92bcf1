// _nr_pr sees a death.
// expect: safety = assertion
// expect: ltl [] !(seen == 1) = ltl
// expect: ltl [] !(seen == 2) = ltl
byte seen;
active proctype Counter () {
  byte number;
  number = _nr_pr;
  assert (number == 2);
  seen = number;
}
active proctype Mortal () { skip }
