// Errors of the model are found under every reduction that keeps assertions.
// expect: safety = model-error
byte g = 1;
active proctype A () { byte own; own = 4 / g }
active proctype B () { g = 0 }
