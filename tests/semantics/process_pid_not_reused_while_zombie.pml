// Rule: the pid of a finished process that cannot die yet is not free.
// expect: verdict=verified states=18
byte hold, last;
proctype Blocker () {
  hold == 1
}
proctype Child () {
  last = _pid
}
init {
  atomic { run Child ();
  run Blocker () };
  last == 1;
  run Child ();
  last != 1;
  assert (last == 3);
  hold = 1
}
