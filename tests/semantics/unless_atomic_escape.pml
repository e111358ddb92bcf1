// Rule: an atomic can be the escape.
// expect: verdict=verified states=21
byte x, a;
active proctype P () {
  {
    x = 1;
    x = 2;
    x = 3
  } unless {
    atomic { a == 1 -> x = 8; x = 9 }
  }
}
active proctype Q () {
  a = 1;
  a = 0
}
