// Rule: one option of an escape that can go is enough to leave (SPIN 6.5.2
// forgets it when a rendezvous in another option finds no partner).
// expect: verdict=verified states=4
chan c = [0] of { bit }; bit x;
active proctype P () { { x = 1 } unless { if :: c!0 :: true fi }; assert (x == 0) }
