// Rule: an option sees the state before the choice (SPIN 6.5.2 puts back what
// the eval gives after the receive).
// expect: verdict=verified states=7
chan c = [1] of { byte };
active proctype P () { c!1; if :: c?eval(len (c)) :: c?[1] -> skip :: c?[0] -> assert (false) fi }
