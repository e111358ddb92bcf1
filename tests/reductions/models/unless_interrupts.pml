// An escape may interrupt local steps at each of them.
// expect: safety = assertion
byte stop;
active proctype A () {
  byte own;
  {
    own = 1;
    own = 2;
    own = 3;
  } unless {
    stop == 1;
    assert (own != 1);
  }
}
active proctype B () { stop = 1 }
