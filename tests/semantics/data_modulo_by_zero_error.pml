// Rule: a remainder modulo zero is an error of the model.
// expect: verdict=model-error
// SPIN errs: its verifier dies of the signal.
byte x, y;
active proctype P () {
  y = 1;
  y = 4 % x
}
active proctype Q () {
  y = 2
}
