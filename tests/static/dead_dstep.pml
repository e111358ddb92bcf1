// Rule: a d_step is seen through: what its loop reads is live before it.
// expect: verdict=assertion plain=9 reduced=7
byte g;
active proctype P () {
  byte n, sum, other;
  n = 3;
  other = 1;
  g = 1;
  d_step {
    do
    :: n > 0 -> sum = sum + n; n--
    :: else -> break
    od;
    other = 2
  };
  g = sum;
  assert (g != 6);
  g = other
}
