// Rule: !! puts a message before the first one that is greater, after equals.
// expect: verdict=verified states=16
chan c = [4] of { byte, byte };
byte a, b;
active proctype P () {
  c!!3, 1;
  c!!1, 2;
  c!!2, 3;
  c!!1, 1
}
active proctype Q () {
  len (c) == 4;
  c?a, b;
  assert (a == 1 && b == 1);
  c?a, b;
  assert (a == 1 && b == 2);
  c?a, b;
  assert (a == 2);
  c?a, b;
  assert (a == 3)
}
