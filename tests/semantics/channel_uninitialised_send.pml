// Rule: a send to a channel that was never made is an error of the model.
// expect: verdict=model-error
chan real = [1] of { byte };
byte x;
proctype P (chan c) {
  x = 1;
  c!1
}
init {
  chan none;
  run P (real);
  run P (none)
}
