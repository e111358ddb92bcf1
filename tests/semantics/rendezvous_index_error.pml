// Rule: an error in what the receiver of a rendezvous gets is the receiver's.
// expect: verdict=model-error
// blame: R(1) 8
byte i = 2;
chan c = [0] of { byte };
active proctype S () { c!1 }
active proctype R () { byte a[2];
  c?a[i]
}
