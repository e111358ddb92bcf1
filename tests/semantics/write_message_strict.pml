// Rule: --strict-messages: a message that does not fit its channel is an error.
// options: --strict-messages
// expect: verdict=model-error states=2
// blame: S(1) 6
chan q = [2] of { byte, byte, byte };
proctype S (chan c) { c!1 }
active proctype P () { byte x, y; run S (q); q?x,y,_ }
