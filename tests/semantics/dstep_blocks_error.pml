// Rule: a statement that waits inside d_step, after its first one, is an error of the model.
// expect: verdict=model-error
byte x, y;
active proctype P () {
  d_step {
    x = 1;
    y == 1;
    x = 2
  }
}
active proctype Q () {
  y = 1
}
