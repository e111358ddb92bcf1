// An atomic that has to wait lets others in.
// expect: safety = assertion
byte x, y;
active proctype A () {
  atomic {
    y = 1;
    x == 1;
    assert (y == 1);
  }
}
active proctype B () { x = 1; y = 2 }
