// A sender whose else depends on a receiver that has to be started first.
// expect: safety = assertion
chan c = [0] of { byte };
proctype P () {
  byte done;
end:
  do
  :: c?done
  od
}
active proctype Q () {
  if
  :: c!1
  :: else -> assert (false)
  fi;
end:
  do
  :: false
  od
}
active proctype Starter () {
  run P ();
end:
  do
  :: false
  od
}
