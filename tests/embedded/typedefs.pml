// A Promela typedef is a struct of the same name; channels are untouched.
// expect: verdict=verified states=18
typedef Inner { byte b; int i };
typedef Outer { short s; Inner in[2]; bool flag };
c_decl { \#include <stddef.h> }
c_code {
  int sum (struct Outer *o) { return o->s + o->in[0].i + o->in[1].b; }
}
Outer o;
mtype = { red, green };
mtype m = green;
chan q = [2] of { byte, short };

active proctype P () {
  struct_set:
  c_code { struct Inner *in = &now.o.in[1]; in->b = 4; now.o.s = -2; now.o.flag = 1; };
  q ! 1, o.s;
  o.in[0].i = c_expr { sum (&now.o) };
  assert (o.in[0].i == 2 && o.flag)
}

active proctype Q () {
  byte a; short b;
  q ? a, b;
  c_code { PQ->b *= 3; };
  assert (b == -6 && c_expr { PQ->a == 1 } && m == green)
}
