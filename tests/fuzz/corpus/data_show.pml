show byte x;
byte y;
active proctype P () {
  show byte z = 2;
  x = z;
  y = x
}
active proctype Q () {
  x = 1
}
