// Rule: a rendezvous channel is always empty (SPIN 6.5.2 puts the message
// in while it looks for a receiver).
// expect: verdict=deadlock states=1
chan c = [0] of { bit };
active proctype P () { c!1 }
active proctype Q () { end: c?eval(len (c)) -> assert (false) }
