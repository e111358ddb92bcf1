// Rule: division by zero is an error of the model.
// expect: verdict=model-error
// SPIN errs: its verifier dies of the signal.
byte x = 1, y;
active proctype P () {
  y = 4 / x;
  x--;
  y = 4 / x
}
