/* By which of two receives with the same target the partner moves. */
chan c = [0] of { byte };
byte n;
active proctype Sender () {
  c ! 2;
  c ! 3;
}
active proctype Receiver () {
  if
  :: c ? 1;
  :: c ? 2;
  fi;
  d_step {
    c ? 3;
    n = 1;
  };
  do
  :: c ? n;
     n = 2;
  od;
}
