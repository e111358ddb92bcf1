// Rule: a print reads its arguments: they can be in error.
// expect: verdict=model-error plain=4 reduced=3
byte g;
active proctype P () {
  byte a[2], i;
  i = 7;
  g = 1;
  a[1] = 1;
  printf ("%d\n", a[i])
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
