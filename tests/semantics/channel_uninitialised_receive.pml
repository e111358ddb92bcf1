// Rule: a receive from a channel that was never made is an error of the model.
// expect: verdict=model-error
chan c;
byte x;
active proctype P () {
  x = 1;
  c?x
}
