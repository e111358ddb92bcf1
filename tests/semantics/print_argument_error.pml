// Rule: the arguments of printf are evaluated, also when nothing is printed.
// expect: verdict=model-error
byte zero;

active proctype P () {
  printf ("%d\n", 1 / zero)
}
