// A third process looks at a channel with one sender and one receiver.
// expect: safety = assertion
chan c = [2] of { byte };
active proctype Sender () { c!1; c!2 }
active proctype Receiver () { byte x; c?x; c?x }
active proctype Watcher () { assert (len (c) != 2) }
