// Rule: a rendezvous send inside d_step is an error of the model.
// expect: verdict=model-error
chan c = [0] of { byte };
byte x;
active proctype P () {
  d_step {
    x = 1;
    c!1
  }
}
active proctype Q () {
  byte v;
  c?v
}
