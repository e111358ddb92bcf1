// Rule: nor with pc_value ().
// expect: verdict=deadlock,assertion plain=100 reduced=100
byte g;
active [2] proctype P () {
  byte x;
  g = 1;
  x = 1;
  x = 2;
  g = x
}
active proctype Q () {
  atomic { pc_value (0) != pc_value (1) -> assert (g == 2) }
}
