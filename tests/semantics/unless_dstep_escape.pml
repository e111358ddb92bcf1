// Rule: the escape can be a d_step.
// expect: verdict=verified states=21
byte x, a;
active proctype P () {
  {
    x = 1;
    x = 2
  } unless {
    d_step { a == 1 -> x = 8; x = 9 }
  };
  a = 2
}
active proctype Q () {
  a = 1
}
