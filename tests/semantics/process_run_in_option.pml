// Rule: run can be the guard of an option.
// expect: verdict=verified states=34
byte which;
proctype A () {
  which = which + 1
}
proctype B () {
  which = which + 10
}
init {
  if
  :: run A ()
  :: run B ()
  :: run A (); run B ()
  fi;
  which > 0
}
