// Rule: ++ and -- are statements on variables, elements and fields.
// expect: verdict=verified states=31
typedef T {
  byte n
};
T t;
byte a[2];
short s;
active [2] proctype P () {
  a[_pid]++;
  t.n++;
  s--;
  a[_pid]--
}
