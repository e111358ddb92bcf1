// Another process sees where a local step leads.
// expect: safety = assertion
active proctype A () {
  byte own;
  own = 1;
there:
  own = 2;
}
active proctype B () {
  if
  :: A@there -> assert (false)
  :: else
  fi
}
