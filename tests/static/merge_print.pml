// Rule: a print is seen by nobody, whatever it prints.
// expect: verdict=verified plain=40 reduced=16
byte g;
active [2] proctype P () {
  g = 1;
  printf ("%d\n", g);
  printf ("again\n");
  g = 0
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
