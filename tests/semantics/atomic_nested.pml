// Rule: an atomic inside an atomic adds nothing.
// expect: verdict=verified states=13
byte x, y;
active proctype P () {
  atomic {
    x = 1;
    atomic { x = 2; atomic { x = 3; x = 4 }; x = 5 };
    x = 6
  };
  x = 7
}
active proctype Q () {
  y = 1;
  y = 2
}
