// Rule: the elements of an array of bits are stored as bytes and not cut, as SPIN does it.
// expect: verdict=assertion states=40
bit a[2];
bool b[2];
active proctype P () {
  a[0] = 2;
  assert (a[0] == 2);
  b[1] = 3;
  assert (b[1] == 3);
  a[1]++;
  a[1]++;
  assert (a[1] == 2)
}
active proctype Q () {
  a[0] = 1
}
