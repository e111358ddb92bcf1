typedef T {
  unsigned k : 2;
  unsigned m : 5 = 30
};
T t;
active [2] proctype P () {
  unsigned n : 2 = 3;
  n = n + 1 + _pid;
  assert (n == _pid);
  t.k++;
  t.m = t.m + 1
}
