byte got;
proctype Child (chan back; byte v) {
  back!v;
  back!(v + 1)
}
proctype Parent () {
  chan mine = [1] of { byte };
  byte v;
  run Child (mine, 4);
  mine?v;
  mine?v;
  got = v
}
init {
  run Parent ();
  _nr_pr == 1;
  assert (got == 5)
}
