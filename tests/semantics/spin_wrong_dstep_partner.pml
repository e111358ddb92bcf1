// Rule: nobody receives from himself (SPIN 6.5.2 does when a d_step of another
// process comes between).
// expect: verdict=deadlock states=4
chan c = [0] of { bit };
active [2] proctype P () { d_step { assert (true) }; c!1; c?_; assert (false) }
