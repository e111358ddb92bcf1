// Rule: event traces look at messages.
// expect: verdict=verified plain=11 reduced=10
chan c = [1] of { byte };
active proctype P () { if :: c!1 :: c!2 fi }
active proctype Q () { c?_ }
trace { c!1 }
