byte x, a;
active proctype P () {
  {
    d_step { x = 1; x = 2 };
    d_step { x = 3; x = 4 }
  } unless {
    a == 1 -> x = 9
  }
}
active proctype Q () {
  x == 2 -> a = 1
}
