// Rule: what only goes into what is never read is not read either.
// expect: verdict=verified plain=35 reduced=7
byte a, b, c;
active [2] proctype P () {
  a = a + 1;
  b = a * 2;
  c = b + a
}
