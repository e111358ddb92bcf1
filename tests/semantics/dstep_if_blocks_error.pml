// Rule: an if without a ready option inside d_step is an error of the model.
// expect: verdict=model-error
byte x, y;
active proctype P () {
  d_step {
    x = 1;
    if
    :: y == 1 -> x = 2
    :: y == 2 -> x = 3
    fi
  }
}
