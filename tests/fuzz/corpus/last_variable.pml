byte x, who;
active [2] proctype P () {
  x = 1;
  who = _last;
  assert (who == 0 || who == 1 || who == 2)
}
active proctype Q () {
  x = 2
}
