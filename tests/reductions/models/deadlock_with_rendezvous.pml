// Breadth-first search meets rendezvous, too.  (SPIN 6.5.2 misses it.)
// expect: safety = deadlock
chan call = [0] of { byte };
active proctype Caller () { call!1; call!2 }
active proctype Callee () { byte got; call?got }
