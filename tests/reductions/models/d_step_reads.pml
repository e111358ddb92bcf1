// A d_step touches all that its statements touch.
// expect: safety = assertion
byte g, h;
active proctype A () { d_step { h = 1; h = g; } assert (h == 0) }
active proctype B () { g = 1 }
