// A local choice decides whether there is a timeout.
// expect: safety = assertion,deadlock
byte x;
chan c = [1] of { byte };
active proctype Waiter () {
  byte own;
  if
  :: timeout -> assert (false)
  :: c?own
  fi;
}
active proctype Chooser () {
  if
  :: c!1
  :: skip -> x == 1
  fi
}
