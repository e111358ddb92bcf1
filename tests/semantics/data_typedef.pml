// Rule: the fields of a typedef are variables of their own.
// expect: verdict=verified states=13
typedef Point {
  byte x = 1;
  byte y
};
Point p, q;
active proctype P () {
  p.y = p.x + 2;
  q.x = p.y;
  assert (q.x == 3 && q.y == 0)
}
active proctype Q () {
  p.x = 1
}
