// The user's names do not clash with those of the generated code.
// expect: verdict=verified states=57
c_decl {
  \#define T 5
  \#define c 6
  int get (int a);
  typedef struct context { int finish; } context;
  enum { steps_of = 3, sett = 4 };
}
c_code {
  int get (int a) { return a; }
  int put (int a) { return get (a) + 1; }
  int poll (int a) { context x = { a }; return x.finish; }
  int prepare (void) { return put (T) + c; }
}
byte x, remote, count;
chan q = [2] of { byte };

active [2] proctype P () {
  byte p, s;
  c_code { now.x = poll (prepare ()) - 9; now.remote++; };
  q ! x;
  q ?? [3] -> q ? p;
  c_code { now.count += steps_of; };
  assert (p == 3 && remote < 3)
}
