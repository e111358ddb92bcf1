// Rule: behind a backslash a percent sign, like any other character, is itself.
// expect: verdict=verified states=4
mtype = { one };
active proctype P () {
  byte x = 3;
  printf ("\%e %d \q\\ ??/ %%\n", x);
  printf ("%e\%d\n", one)
}
