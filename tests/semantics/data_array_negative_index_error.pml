// Rule: a negative index is an error of the model.
// expect: verdict=model-error
byte a[3], x;
short i;
active proctype P () {
  i = -1;
  x = a[i]
}
