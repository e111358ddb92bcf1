// Rule: an option sees the state before the choice (SPIN 6.5.2 puts another
// message back).
// expect: verdict=verified states=7
chan c = [1] of { byte, byte }; byte x;
active proctype P () { c!1,0; if :: c?x,eval(x) :: c?[1,0] -> skip :: c?[1,1] -> assert (false) fi }
