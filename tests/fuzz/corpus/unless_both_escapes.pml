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
