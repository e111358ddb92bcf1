// Rule: an index is any expression; the element is found when the statement runs.
// expect: verdict=verified
// SPIN errs: it undoes a[a[i]+1] = 9 with the index computed from the new value.
byte a[5], i;
active proctype P () {
  a[i] = 1;
  a[i + 1] = a[i] + 1;
  a[a[i] + 1] = 9
}
active proctype Q () {
  i = 1;
  i = 0
}
