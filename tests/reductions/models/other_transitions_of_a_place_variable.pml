// The same with a variable.
// expect: safety = assertion
byte g;
active proctype Chooser () {
  byte own;
  if
  :: own == 0 -> skip
  :: g == 1 -> assert (false)
  fi
}
active proctype Writer () { g = 1 }
