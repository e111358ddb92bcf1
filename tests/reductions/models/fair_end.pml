// A finished run stays in its last state for ever, and nobody is kept from
// moving there: it is fair.  (SPIN 6.5.2 misses it.)
// expect: fair ltl <> [] (last == 1) = ltl
// expect: ltl <> [] (last == 1) = ltl
// expect: fair ltl <> [] (last != 0) = verified
byte last;
active proctype One () { last = 1 }
active proctype Two () { last = 2 }
