// Rule: when both escapes of a nested unless can run it is decided by the order of nesting.
// expect: verdict=verified states=22
byte x, a;
active proctype P () {
  {
    {
      x = 1;
      x = 2;
      x = 3
    } unless {
      a == 1 -> x = 10
    }
  } unless {
    a == 1 -> x = 20
  }
}
active proctype Q () {
  a = 1
}
