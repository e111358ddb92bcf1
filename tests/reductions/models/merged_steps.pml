// A run of local statements may be one step, yet every assertion in it counts
// and nobody's view of globals changes.
// expect: safety = assertion
byte g;
active proctype A () {
  byte own;
  own = 1;
  own = own + 1;
  assert (own == 1);
  own = own + 1;
  g = own;
  own = 0;
  g = own;
}
active proctype B () { assert (g != 3) }
