// Rule: an element of an array can be the target of a receive; its index is taken before the receive.
// expect: verdict=verified states=10
chan c = [2] of { byte, byte };
byte slot[3], i;
active proctype P () {
  c!1, 8;
  c!2, 9
}
active proctype Q () {
  c?i, slot[i];
  c?i, slot[i];
  assert (slot[0] + slot[1] + slot[2] == 17)
}
