// Rule: the outer escape also covers what follows the inner unless.
// expect: verdict=verified states=7
byte x, own;
active proctype P () {
  {
    {
      own = 1;
      own = 2
    } unless {
      x == 0
    };
    x = 1
  } unless {
    x < 2
  }
}
active proctype Q () {
  own = 3
}
