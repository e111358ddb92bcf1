// Rule: the only field of a message is stored as a byte when it is a bit, as SPIN does it.
// expect: verdict=verified states=6
chan c = [1] of { bit };
byte v;
active proctype P () {
  c!2
}
active proctype Q () {
  c?v;
  assert (v == 2)
}
