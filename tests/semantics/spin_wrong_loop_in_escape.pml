// Rule: an escape that begins with a loop can go when the loop can (SPIN 6.5.2
// always leaves an atomic for it).
// expect: verdict=verified states=4
byte x;
active proctype P () { atomic { x = 1; x = 2 } unless { do :: x == 9 -> break od }; assert (x == 2) }
