// Rule: run inside atomic starts processes that wait for its end.
// expect: verdict=verified states=6
byte x;
proctype Child () {
  assert (x == 3);
  x = 4
}
init {
  atomic {
    x = 1;
    run Child ();
    x = 2;
    x = 3
  }
}
