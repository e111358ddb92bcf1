// Rule: the preprocessor joins continued lines and replaces arguments.
// expect: verdict=verified states=14
#define MOVE(from, to) \
  atomic {             \
    from > 0 ->        \
    from--;            \
    to++               \
  }
#define BOTH(a, b) ((a) > 0 && (b) > 0)
byte a = 2, b;
active proctype P () {
  MOVE (a, b);
  MOVE (b, a);
  MOVE (a, b)
}
active proctype Q () {
  BOTH (a, b) -> assert (a + b == 2)
}
