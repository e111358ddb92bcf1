// Rule: an index may be an element of another array.
// expect: verdict=verified states=27
byte a[3], b[3], i;
active proctype P () {
  a[i] = 1;
  b[a[0]] = a[1] + 1;
  b[a[0] + a[1]] = 9
}
active proctype Q () {
  i = 1;
  i = 0
}
