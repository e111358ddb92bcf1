// Rule: run returns the pid of the new process, the lowest that is free.
// expect: verdict=verified states=35
proctype Child () {
  skip
}
init {
  pid a, b;
  a = run Child ();
  b = run Child ();
  assert (a == 1);
  assert (b == 2 || b == 1)
}
