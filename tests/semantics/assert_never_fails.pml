// Rule: an assertion is a step that is always possible.
// expect: verdict=verified states=21
byte x;
active [2] proctype P () {
  atomic {
    x++;
    assert (x <= 2)
  };
  assert (x > 0);
  assert (true)
}
