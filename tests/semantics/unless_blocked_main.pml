// Rule: the escape frees a main part that waits for ever.
// expect: verdict=verified states=10
byte x, a;
active proctype P () {
  {
    x == 99;
    x = 1
  } unless {
    a == 1 -> x = 2
  };
  x = 3
}
active proctype Q () {
  a = 1
}
