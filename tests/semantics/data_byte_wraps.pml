// Rule: a byte counts modulo 256, both ways.
// expect: verdict=verified states=29
byte up = 254, down = 1;
active proctype P () {
  up++;
  up++;
  assert (up == 0)
}
active proctype Q () {
  down--;
  down--;
  assert (down == 255);
  down = 1000;
  assert (down == 232)
}
