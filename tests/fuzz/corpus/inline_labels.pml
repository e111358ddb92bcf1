byte n, g;
inline count_to (limit) {
  n = 0;
again:
  n++;
  if
  :: n < limit -> goto again
  :: n >= limit
  fi
}
active proctype P () {
  count_to (2);
  g = 1;
  count_to (3);
  assert (n == 3)
}
