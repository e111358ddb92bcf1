// Rule: a process started by an active one gets the next pid above the active ones.
// expect: verdict=verified states=10
byte seen;
proctype Child () {
  seen = _pid
}
active proctype A () {
  run Child ()
}
active proctype B () {
  seen != 0 -> assert (seen == 2)
}
