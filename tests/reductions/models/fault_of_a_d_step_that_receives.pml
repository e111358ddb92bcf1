// The receiver of a rendezvous waits in the rest of its d_step if the third
// process was faster: the fault is the receiver's, the step the sender's.
// expect: safety = model-error
byte g;
chan c = [0] of { byte };
active proctype Sender () { byte z; z = 1; c!z; z = 2 }
active proctype Receiver () {
  byte own;
  d_step { c?own; g == 0; own = 2 }
}
active proctype Other () { byte z; z = 1; g = z; z = 0 }
