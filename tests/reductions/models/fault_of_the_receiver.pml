// After a rendezvous the receiver goes on in its atomic: a fault there is its
// own, not the sender's.
// expect: safety = model-error
byte g, h;
chan c = [0] of { byte };
active proctype Sender () { c!g }
active proctype Receiver () {
  atomic { c?h; g = 2 / g }
}
