// Rule: a label before an unless acts like braces around it.
// expect: verdict=verified states=5
byte g, own;
active proctype P () {
top:
  {
    { own = 1 } unless { g == 0 };
    g = 1
  } unless {
    g < 2
  };
  own = 3
}
