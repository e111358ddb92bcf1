// What is received goes to where there is no place, if the third process was
// faster.
// expect: safety = model-error
byte g;
chan c = [0] of { byte };
active proctype Sender () { byte z; z = 1; c!z; z = 2 }
active proctype Receiver () { byte a[2]; c?a[g] }
active proctype Other () { byte z; z = 2; g = z; z = 0 }
