// Rule: writing one field does not kill the others; a record dies as a whole.
// expect: verdict=assertion plain=12 reduced=8
typedef Pair { byte left; byte right };
byte g;
active proctype P () {
  Pair p;
  p.right = 5;
  g = 1;
  p.left = 3;
  g = p.left;
  assert (p.right != 5);
  g = 2;
  if
  :: p.left = 1; g = 3
  :: p.left = 2; g = 3
  fi
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
