// The same with a message.
// expect: safety = assertion,deadlock
chan stop = [1] of { byte };
active proctype A () {
  byte own;
  {
    own = 1;
    own = 2;
    false;
  } unless {
    stop?_;
    assert (own != 2);
  }
}
active proctype B () { if :: stop!1 :: skip fi }
