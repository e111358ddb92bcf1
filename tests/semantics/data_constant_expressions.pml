// Rule: sizes may be macros and parenthesised expressions.
// expect: verdict=verified states=11
#define SIZE 3
byte a[SIZE];
chan c = [SIZE] of { byte };
active proctype P () {
  a[SIZE - 1] = SIZE * SIZE;
  c!a[2];
  assert (nfull (c))
}
active proctype Q () {
  byte v;
  c?v;
  assert (v == 9)
}
