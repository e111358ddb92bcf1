// Rule: an initial value of a variable with fields has no effect, as in SPIN.
// expect: verdict=verified states=6
typedef T { byte a = 3; byte b[2]; };
T t[4] = 255;
byte x;
active proctype P () {
  T u = 1;
  assert (t[0].a == 3 && t[3].a == 3 && t[0].b[0] == 0);
  x = 1;
  T w;
  assert (u.a == 3 && w.a == 3)
}
