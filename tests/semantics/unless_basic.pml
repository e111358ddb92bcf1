// Rule: the escape takes over before any statement of the main part once it can run.
// expect: verdict=verified states=7
byte x;
active proctype P () {
  {
    x = 1;
    x = 2;
    x = 3
  } unless {
    x == 2 -> x = 9
  };
  assert (x == 9 || x == 3)
}
