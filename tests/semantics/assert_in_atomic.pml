// Rule: assertions inside atomic are checked in the hidden states too.
// expect: verdict=assertion states=7
byte x;
active proctype P () {
  atomic {
    x = 1;
    assert (x == 0);
    x = 0
  }
}
active proctype Q () {
  assert (x == 0)
}
