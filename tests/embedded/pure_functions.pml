// Functions that need no memory of their own allow several workers.
// expect: verdict=verified states=4638
c_decl {
  enum { MOST = 6 };
  typedef int (*operation) (int);
  struct pair { int a, b; };
  int plus (int a, int b);
}
c_code {
  int plus (int a, int b) { struct pair p = { a, b }; return p.a + p.b; }
}
byte x, y;

active [3] proctype P () {
  do
  :: c_expr { plus (now.x, now.y) < MOST } -> c_code { now.x = plus (now.x, 1); }
  :: c_expr { plus (now.x, 1) > 3 } -> y++; x = 0
  :: c_expr { plus (now.x, now.y) >= MOST } -> break
  od
}
