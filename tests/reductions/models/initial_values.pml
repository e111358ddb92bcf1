// Who starts a process reads what its variables begin with.
// expect: safety = assertion
byte g;
typedef T { byte f = g };
proctype A () { byte a[2] = {g, 1}; assert (a[0] == 0); assert (a[0] == 1) }
proctype B () { T t; assert (t.f == 0); assert (t.f == 1) }
active proctype P () { if :: run A () :: run B () fi }
active proctype R () { g = 1 }
