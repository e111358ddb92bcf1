// Rule: an array of channels has one channel for each element.
// expect: verdict=verified states=36
chan c[3] = [1] of { byte };
byte sum;
active [2] proctype P () {
  c[_pid]!(_pid + 1);
  c[2]!9
}
active proctype Q () {
  byte v;
  c[0]?v;
  sum = sum + v;
  c[1]?v;
  sum = sum + v;
  assert (sum == 3);
  c[2]?v
}
