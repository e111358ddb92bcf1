// A process with one enabled local step is not deterministic if it also waits
// for something.
// expect: safety = assertion
chan c = [1] of { byte };
active proctype Chooser () {
  byte own;
  if
  :: own == 0 -> skip
  :: c?own -> assert (false)
  fi
}
active proctype Sender () { c!1 }
