// Rule: bits in a message of several fields are cut to one bit.
// expect: verdict=verified states=6
chan c = [1] of { bit, bit };
byte v, w;
active proctype P () {
  c!2, 3
}
active proctype Q () {
  c?v, w;
  assert (v == 0 && w == 1)
}
