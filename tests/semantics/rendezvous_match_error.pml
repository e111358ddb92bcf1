// Rule: an error in a value that a message must match is the receiver's, and
// harms no other receiver.
// expect: verdict=deadlock,model-error
// blame: R(1) 9
byte i = 2;
chan c = [0] of { byte };
active proctype S () { c!1 }
active proctype R () { byte a[2];
  c?eval (a[i])
}
active proctype Q () {
  c?_;
  false
}
