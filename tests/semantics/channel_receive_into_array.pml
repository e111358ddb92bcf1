// Rule: an element of an array can be the target of a receive.
// expect: verdict=verified states=39
chan c = [2] of { byte, byte };
byte slot[3], i, k;
active proctype P () {
  c!1, 8;
  c!2, 9
}
active proctype Q () {
  c?k, slot[i];
  c?k, slot[i + 1];
  assert (slot[0] + slot[1] + slot[2] == 17)
}
active proctype R () {
  i = 1
}
