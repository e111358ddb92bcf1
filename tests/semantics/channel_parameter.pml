// Rule: a channel is passed to a process as a parameter.
// expect: verdict=verified states=21
chan left = [1] of { byte };
chan right = [1] of { byte };
byte result;
proctype Filter (chan in, out; byte add) {
  byte v;
  in?v;
  out!(v + add)
}
init {
  run Filter (left, right, 4);
  run Filter (right, left, 5);
  left!1;
  result == 0;
  _nr_pr == 1;
  left?result;
  assert (result == 10)
}
