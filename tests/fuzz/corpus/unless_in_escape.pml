byte x, a;
active proctype P () {
  {
    x = 1;
    x = 2
  } unless {
    {
      a >= 1 -> x = 5;
      x = 6
    } unless {
      a == 2 -> x = 7
    }
  }
}
active proctype Q () {
  a = 1;
  a = 2
}
