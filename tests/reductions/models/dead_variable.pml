// A variable that is not read any more may be forgotten, one that is read
// later may not.
// expect: safety = assertion
byte g;
active proctype A () {
  byte dead, alive;
  if
  :: dead = 1; alive = 1
  :: dead = 2; alive = 2
  fi;
  g = dead;
  g = 0;
  assert (alive != 2);
}
active proctype B () { byte own; own = g; assert (own != 3) }
