// The same when the receiver has to be started first.
// expect: safety = assertion
chan c = [0] of { byte };
byte g, done;
proctype P () {
end:
  do
  :: c?done
  od
}
active proctype Starter () {
  run P ();
end:
  do
  :: false
  od
}
active proctype Q () {
  atomic { g = 1; c!1 };
end:
  do
  :: false
  od
}
active proctype R () {
end:
  (g == 1 && done == 0);
  assert (false);
end2:
  do
  :: false
  od
}
