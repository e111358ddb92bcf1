// Rule: a variable of type pid is a byte.
// expect: verdict=verified states=61
pid who;
active [2] proctype P () {
  who = _pid;
  who = who + 255;
  assert (who < 255 || who == 255);
  who = 300
}
