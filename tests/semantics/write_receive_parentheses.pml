// Rule: parentheses around the fields of a receive mean nothing, wherever they
// stand.
// expect: verdict=verified states=10
chan q = [1] of { byte, byte, byte };
byte x, y, z;
active proctype P () {
  q!1,2,3; q?(x, y, z);
  q!2,3,4; q??(eval (2), y, _);
  q!3,4,5; q?<(x, y, z)>; q?x,(4, z);
  assert (x == 3 && y == 4 && z == 5)
}
