// Rule: an index outside the array is an error of the model.
// expect: verdict=model-error
byte a[3];
byte i;
active proctype P () {
  do
  :: i < 4 -> a[i] = 1; i++
  :: i >= 4 -> break
  od
}
