// Rule: _last is up to date inside an atomic, too.
// expect: verdict=assertion states=27
byte x, seen;
active proctype P () {
  atomic {
    x = 1;
    seen = _last;
    x = 2
  };
  assert (seen == 0)
}
active proctype Q () {
  atomic {
    x = 3;
    seen = _last + 10;
    x = 4
  };
  assert (seen != 10)
}
