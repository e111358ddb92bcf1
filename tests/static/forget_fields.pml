// Rule: fields are kept or not each by itself.
// expect: verdict=verified plain=100 reduced=31
typedef T { byte used; byte unused[2]; };
T t[2];
active [2] proctype P () {
  t[0].unused[1] = _pid;
  t[0].used = 1;
  t[1].used = _pid;
  t[1].unused[_pid] = 1;
  assert (t[0].used == 1)
}
