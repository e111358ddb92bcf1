// Rule: braces around a nested unless change which of two ready escapes goes first.
// expect: verdict=verified states=13
byte g, own;
active proctype P () {
  {
    {
      { own = 1 } unless { g == 0 };
      g = 1
    } unless {
      g < 2
    }
  };
  own = 3
}
active proctype Q () {
  {
    { own = 1 } unless { g == 0 };
    own = 2
  } unless {
    g < 2
  }
}
