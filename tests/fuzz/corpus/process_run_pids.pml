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
