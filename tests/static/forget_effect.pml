// Rule: the number of a new process may be forgotten, the process not.
// expect: verdict=assertion plain=8 reduced=5
byte unseen;
proctype P () { assert (false) }
active proctype Q () { unseen = run P (); unseen = 0 }
