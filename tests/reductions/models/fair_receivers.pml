// Q can send while one of two others is ready to receive.  Both are not, again
// and again: then it is fair that Q never sends.  If they become ready as soon
// as they can, because that is their own affair, Q is always able to send.
// expect: ltl <> (sent == 1) = ltl
// expect: fair ltl <> (sent == 1) = ltl
// expect: fair ltl [] <> (sent == 0) = ltl
chan c = [0] of { byte };
byte sent;
active [2] proctype R () {
  byte l;
  do
  :: l = 1;
     if
     :: c?1
     :: l = 0
     fi
  od
}
active proctype Q () {
  c!1;
  sent = 1
}
