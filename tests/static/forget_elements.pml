// Rule: an index that is not constant may read any element; of a constant one
// the others are not kept.
// expect: verdict=assertion plain=11 reduced=9
// mutant: 107
byte a[3], b[3];
bit i;
active proctype P () {
  a[1] = 1; a[2] = 2; b[1] = 1; b[2] = 2;
  if :: i = 0 :: i = 1 fi;
  assert (a[i] == 0 && b[0] == 0)
}
