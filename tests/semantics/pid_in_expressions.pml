// Rule: _pid is a local constant of each process.
// expect: verdict=verified states=83
byte owner = 255, n;
active [3] proctype P () {
  atomic { owner == 255 -> owner = _pid };
  n++;
  assert (owner == _pid && n == 1);
  n--;
  owner = 255
}
