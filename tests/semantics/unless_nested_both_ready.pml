// Rule: an inner and an outer escape that can run at once.
// expect: verdict=verified states=4
byte x, own;
active proctype P () {
  {
    {
      own = 1
    } unless {
      x == 0
    };
    x = 1
  } unless {
    own == 0 -> x = 2
  }
}
